-- Up Migration
-- The time reminder. Source: checklist 43; ux.md §7.

-- Minutes between two reminders of time and money spent; 0: none.
ALTER TABLE players ADD COLUMN reminder_minutes smallint NOT NULL DEFAULT 60
  CHECK (reminder_minutes IN (0, 30, 60, 120));
