[(statement) (comment)] @fold
