-- The football pools are sold. Programs come by command, or from the match feed with AUTO_DRAW.
UPDATE games SET on_sale = true WHERE game IN ('totoeng', 'totoeur', 'xg');
