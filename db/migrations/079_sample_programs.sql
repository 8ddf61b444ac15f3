-- Programs whose matches are made up, as the embedded product plays them. Pages say so.
ALTER TABLE programs ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
