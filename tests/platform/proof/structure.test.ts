import { join } from 'node:path'
import { structureFile, structureOf } from 'db/evidence/structure'
import { inSnapshot } from 'db/snapshot'
import { sealedSite } from 'tests/support/evidence/sealed-site'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { verifyStructure } from '~/platform/proof/verify-structure.server'

const site = await opened(sealedSite())
const migrations = join(process.cwd(), 'db/migrations')
const findings = () => inSnapshot(site.ownerUrl, (read) => verifyStructure(read, migrations))

test('the stored structure is what the migrations make (vitest run -u stores it)', async () => {
  const items = await inSnapshot(site.ownerUrl, structureOf)
  const stored = Object.fromEntries(items.map(({ name, definition }) => [name, definition]))
  expect(Object.keys(stored)).toHaveLength(items.length)
  await expect(`${JSON.stringify(stored, null, 2)}\n`).toMatchFileSnapshot(structureFile(migrations))
})

const TAMPERINGS: [what: string, does: string, undo: string, found: RegExp[]][] = [
  [
    'a trigger that was dropped',
    'drop trigger recorded_changed on fund',
    `create trigger recorded_changed after update on fund referencing old table as old_rows new table as new_rows
      for each statement execute function record_change('id', '', '')`,
    [/^trigger recorded_changed of fund: the release made it, and it was removed$/],
  ],
  [
    'a trigger that was switched off',
    'alter table fund disable trigger recorded_changed',
    'alter table fund enable trigger recorded_changed',
    [
      /^trigger recorded_changed of fund: it is CREATE TRIGGER .*, switched off, and the release made it CREATE /,
    ],
  ],
  [
    'all triggers of a table that were switched off, with those that check its references',
    'alter table share_class disable trigger all',
    'alter table share_class enable trigger all',
    [
      /^check of constraint share_class_\w+ of share_class: the release does not have it: switched off$/,
      /^trigger recorded_added of share_class: .*, switched off, and/,
      /^trigger recorded_changed of share_class: .*, switched off, and/,
      /^trigger recorded_removed of share_class: .*, switched off, and/,
    ],
  ],
  [
    'a trigger that records other columns',
    `create or replace trigger recorded_removed after delete on fund referencing old table as written
      for each statement execute function record_change('id', 'id', '')`,
    `create or replace trigger recorded_removed after delete on fund referencing old table as written
      for each statement execute function record_change('id', '', '')`,
    [
      /^trigger recorded_removed of fund: it is .*'id', 'id', ''\), and the release made it .*'id', '', ''\)$/,
    ],
  ],
  [
    'a foreign trigger, with its function',
    `create function intrude() returns trigger language plpgsql as $$ begin return new; end $$;
     create trigger intrude before update on fund for each row execute function intrude()`,
    'drop function intrude cascade',
    [
      /^function intrude\(\): the release does not have it: returns trigger plpgsql sha256 \w{64}$/,
      /^trigger intrude of fund: the release does not have it: CREATE TRIGGER intrude BEFORE UPDATE/,
    ],
  ],
  [
    'a function with another body',
    `create function kept_body(text) returns text language sql as $$ select $1 $$;
     alter function recorded_row(jsonb, text[], text[]) rename to recorded_row_before;
     create function recorded_row(image jsonb, only_columns text[], hidden text[]) returns jsonb language sql immutable as $$ select image $$`,
    `drop function kept_body(text); drop function recorded_row(jsonb, text[], text[]);
     alter function recorded_row_before(jsonb, text[], text[]) rename to recorded_row`,
    [
      /^function kept_body\(text\): the release does not have it/,
      /^function recorded_row\(image jsonb, only_columns text\[\], hidden text\[\]\): it is .*, and the release made it /,
      /^function recorded_row_before\(/,
    ],
  ],
  [
    'a function that runs with other settings',
    'alter function record_change() set search_path = evil, public',
    'alter function record_change() set search_path = public',
    [
      /^function record_change\(\): it is .* search_path=evil, public .*, and the release made it .* search_path=public /,
    ],
  ],
  [
    'a function in front of one of PostgreSQL, for rows of one table',
    'create function to_jsonb(fund) returns jsonb language sql as $$ select null::jsonb $$',
    'drop function to_jsonb(fund)',
    [/^function to_jsonb\(fund\): the release does not have it/],
  ],
  [
    'a cast, and an operator',
    `create function as_text(fund) returns text language sql immutable as $$ select '' $$;
     create cast (fund as text) with function as_text(fund);
     create function same(fund, fund) returns boolean language sql immutable as $$ select true $$;
     create operator = (function = same, leftarg = fund, rightarg = fund)`,
    'drop function as_text(fund) cascade; drop function same(fund, fund) cascade',
    [
      /^cast of fund to text: the release does not have it: by as_text\(fund\)$/,
      /^function as_text\(fund\)/,
      /^function same\(fund, fund\)/,
      /^operator = \(fund, fund\): the release does not have it: by same$/,
    ],
  ],
  [
    'a constraint that was dropped',
    'alter table fund drop constraint fund_code_unique',
    'alter table fund add constraint fund_code_unique unique (code)',
    [/^constraint fund_code_unique of fund: the release made it, and it was removed$/],
  ],
  [
    'another default',
    `alter table app_user alter column last_name set default 'Forged'`,
    'alter table app_user alter column last_name drop default',
    [
      /^column last_name of app_user: it is text not null default 'Forged'::text, and the release made it text not null$/,
    ],
  ],
  [
    'a foreign column',
    'alter table fund add column hidden_note text',
    'alter table fund drop column hidden_note',
    [/^column hidden_note of fund: the release does not have it: text$/],
  ],
  [
    'a rule that stores something else',
    'create rule forge as on insert to currency do instead nothing',
    'drop rule forge on currency',
    [/^rule forge of currency: the release does not have it/],
  ],
  [
    'a view that leaves rows out',
    'create or replace view last_write as select user_id, lsn as at from user_write_lsn where user_id > 1',
    'create or replace view last_write as select user_id, lsn as at from user_write_lsn',
    [
      /^view last_write: it is SELECT user_id, lsn AS at FROM user_write_lsn WHERE \(user_id > 1\), and the release made it SELECT user_id, lsn AS at FROM user_write_lsn$/,
    ],
  ],
  [
    'another view in the place of one',
    `alter view price_line rename to price_line_before;
     create view price_line as select * from price_line_before where price > 0`,
    'drop view price_line; alter view price_line_before rename to price_line',
    [
      // Its rows follow the view that they had.
      /^function price_lines_of\(.*\): it is returns SETOF price_line_before /,
      /^view price_line: it is SELECT .* FROM price_line_before WHERE \(price > \(0\)::numeric\), and the release made it SELECT line\.control_id, .*$/,
    ],
  ],
  [
    'a view whose options let its rows be written unseen',
    'alter view told_notice set (check_option = local)',
    'alter view told_notice reset (check_option)',
    [/^view told_notice: it is with check_option=local SELECT .*, and the release made it SELECT /],
  ],
  [
    'a policy that hides rows',
    'create policy hide on currency using (false); alter table currency enable row level security',
    'alter table currency disable row level security; drop policy hide on currency',
    [
      /^policy hide of currency: the release does not have it/,
      /^table currency: it is table with row security, and/,
    ],
  ],
  [
    'a schema in front of the tables for the account of the application',
    `do $$ begin execute format('alter role fundesk_app in database %I set search_path = in_front, public', current_database()); end $$`,
    `do $$ begin execute format('alter role fundesk_app in database %I reset search_path', current_database()); end $$`,
    [
      /^setting search_path of role fundesk_app in this database: the release does not have it: in_front, public$/,
    ],
  ],
  [
    'triggers that fire for nobody',
    `do $$ begin execute format('alter database %I set session_replication_role = replica', current_database()); end $$`,
    `do $$ begin execute format('alter database %I reset session_replication_role', current_database()); end $$`,
    [
      /^setting session_replication_role of every role in this database: the release does not have it: replica$/,
    ],
  ],
  [
    'an index whose expression runs a function',
    `create function probe(text) returns text language sql immutable as $$ select $1 $$;
     create index probed on currency (probe(code))`,
    'drop function probe(text) cascade',
    [/^function probe\(text\)/, /^index probed of currency: the release does not have it/],
  ],
]

test.each(TAMPERINGS)('%s is found', async (_, does, undo, found) => {
  await site.admin.unsafe(does)
  const sentences = await findings()
  await site.admin.unsafe(undo)
  expect(sentences.toSorted()).toEqual(found.map((each) => expect.stringMatching(each)))
  expect(await findings()).toEqual([])
})

test("tables, views and plain indexes of the site's own are no faults", async () => {
  await site.admin.unsafe(`create table own_report (id integer primary key); create view own_view as select code from fund;
    create index own_index on fund (name)`)
  expect(await findings()).toEqual([])
})
