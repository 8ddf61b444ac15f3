-- Up Migration
-- What the content service said last, for when it is away as the product starts. Source: integrations §5.5.

CREATE TABLE content_copies (
  content_key text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('is', 'en')),
  -- A slug, or a page of a list; empty where there is one record only.
  postfix text NOT NULL,
  body text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT domain_now(),
  PRIMARY KEY (content_key, locale, postfix)
);

-- Sales for the benefit of each club, by game week. Filled by the seed until pools sell (decisions §6).
CREATE TABLE club_sales (
  club_id integer NOT NULL REFERENCES clubs,
  year integer NOT NULL CHECK (year BETWEEN 2016 AND 9999),
  week integer NOT NULL CHECK (week BETWEEN 1 AND 53),
  sale bigint NOT NULL CHECK (sale > 0),
  sale_count integer NOT NULL CHECK (sale_count > 0),
  PRIMARY KEY (year, week, club_id)
);
