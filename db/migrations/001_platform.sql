-- What the platform itself needs: the installation's kind, domain time, facts that cannot be changed.

-- One row. `mode` is written by the first `prepare` and never changes: a sandbox database stays one.
create table installation (
  singleton boolean primary key default true check (singleton),
  mode text not null check (mode in ('embedded', 'production')),
  installed_at timestamptz not null default clock_timestamp()
);

-- One row: how far domain time runs before the real clock. Only set_clock_offset() writes it.
create table clock (
  singleton boolean primary key default true check (singleton),
  clock_offset interval not null default '0'
);
insert into clock default values;

-- Domain time (design.md §8): a wall clock, so it moves within a transaction; every decision reads it here.
create function domain_now() returns timestamptz
language sql volatile parallel safe
as $$ select clock_timestamp() + (select clock_offset from clock) $$;

-- Moves domain time, never back; runs with the owner's rights because nobody else may write the row.
create function set_clock_offset(new_offset interval) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (select from installation where mode = 'embedded') then
    raise exception 'the clock of this database cannot be set' using errcode = 'insufficient_privilege';
  end if;
  update clock set clock_offset = greatest(clock_offset, new_offset);
  perform pg_notify('clock_changed', '');
end
$$;

-- A fact is added, never changed. Attach to a table with
--   create trigger append_only before update or delete or truncate on … for each statement
--     execute function append_only();
-- db/grants.ts also withholds the rights, so that there are two locks.
create function append_only() returns trigger
language plpgsql
as $$
begin
  raise exception '% on % is refused: its rows are facts', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- Every operator command that changed or tried to change something.
create table operator_log (
  operator_log_id bigint generated always as identity primary key,
  at timestamptz not null default domain_now(),
  real_at timestamptz not null default clock_timestamp(),
  actor text not null,
  command text not null,
  arguments jsonb not null default '{}',
  reason text,
  outcome text not null
);
create trigger append_only before update or delete or truncate on operator_log for each statement
  execute function append_only();
