-- Why approved figures that are not settled yet were replaced by another file; null where none was.
ALTER TABLE draw_figures ADD COLUMN replace_reason text;
