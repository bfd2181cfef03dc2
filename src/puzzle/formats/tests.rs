//! Every format keeps its promises: listed, readable, and the same again after a round trip.
