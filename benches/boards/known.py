"""Boards that no rule set is judged by, each with the reason."""

LEFT_OUT = {
    ("easyas", "161_5x5"): "letters stand once on the diagonals too, which the board does not tell",
    ("easyas", "165_6x6"): "letters stand once on the diagonals too, which the board does not tell",
    ("easyas", "174_5x5"): "letters stand once on the diagonals too, which the board does not tell",
    ("fillomino", "fillomino 1 bkSizeLt"): "the fault is a border that is drawn, not a number",
    ("fillomino", "fillomino 5 bkMixedNum"): "the fault is a border that is missing, not a number",
    ("jigsaw", "674_6x6"): "2,754 solutions: clues are missing",
    ("juosan", "juosan 3 bkMajorBarLt"): "cells that are not filled in yet are counted as filled in",
    ("nondango", "14_10x10"): "two solutions: the black circle of region 13 may stand in either of its cells",
    ("numberlink", "425_12x12"): "the answer leaves cells without a path",
    ("shugaku", "shugaku 5 futonMidPos"): "cells that are not filled in yet are counted as filled in",
    ("shugaku", "shugaku 6 csDivide"): "cells that are not filled in yet are counted as filled in",
    ("skyscrapers", "skyscrapers 2 nmSightNe"): "cells that are not filled in yet are counted as filled in",
}

# Files of the data set that no rule set is for.
NO_RULES = {
    "Clueless2Sudoku": "the boards do not name the cells that belong to the tenth sudoku",
    "Mejilink": "there is no board of it",
}
