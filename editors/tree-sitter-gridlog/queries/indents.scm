[(clause) (law) (move) (goal) (grammar) (offer) (unknown)] @indent.begin
