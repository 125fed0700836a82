import { createHash } from 'node:crypto'
import { COVERED } from 'db/evidence/covered'
import { sealHash } from 'db/evidence/seal'
import type { ProvenObject } from '~/platform/proof/object-proof.server'
import { eventHash, type HashedEvent } from '~/platform/workflow/event-hash'
import { userObjectId } from '~/platform/workflow/record-act.server'
import { newSigningKey, openSigning } from '~/platform/workflow/signing.server'
import type { EveryKindSite } from './every-kind-site'

/** Whose statements they are: the application's account, or a superuser's, without triggers or changing the structure. */
export type Account = 'application' | 'superuser' | 'structure'

/** A way to tamper with a site, and what tells of it. */
export interface Kind {
  what: string
  /** The tables that it touches: of two kinds with a common one, the second may undo the first. */
  on: readonly string[]
  /** The statements of each account that can do it. */
  by: Partial<Record<Account, readonly string[]>>
  /** Findings of the audit, each naming the table, the row and the field. */
  found: readonly RegExp[]
  /** The object whose page shows what was forged, and the table that its banner names. */
  page?: { object: ProvenObject; table: string }
  /** It removes what every other finding rests on. */
  drowns?: true
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A row's name in findings, with the object that it belongs to. */
const named = (table: string, key: string) => `^${table} ${escaped(key)}(?: \\([^)]*\\))?`

const both = (statement: string) => ({ application: [statement], superuser: [statement] })

/** Triggers of the release refuse to change rows of these tables, or what a payment pays to whom. */
const KEPT = ['duplicate_confirmation', 'payment', 'payment_credit', 'bank_entry', 'bank_posting']

/** The accounts that can change or remove rows of a table by such a statement. */
const byThose = (table: string, statement: string) =>
  KEPT.includes(table) ? { superuser: [statement] } : both(statement)

/** All kinds, on the rows of a site. */
export async function tamperingKinds(site: EveryKindSite): Promise<Kind[]> {
  return [
    ...(await changedRows(site)),
    ...insertedRows(site),
    ...(await removedRows(site)),
    ...(await filesAndSums(site)),
    ...(await forgedEvents(site)),
    ...(await forgedRecords(site)),
    ...forgedCheckpoints(),
    ...(await changedStructures(site)),
    ...besideTheTables(),
    ...(await byTheApplicationAlone(site)),
  ]
}

/** The first row of a table that fits a condition: its key as findings have it, and a condition for it alone. */
async function rowIn({ admin }: EveryKindSite, table: string, fits: string) {
  const { key = [] } = COVERED[table] ?? {}
  const names = key.map((name) => `"${name}"::text as "${name}"`).join(', ')
  const [row] = await admin.unsafe(
    `select ${names} from ${table} where ${fits} order by ${key.map((name) => `"${name}"`).join(', ')} limit 1`,
  )
  if (!row) throw new Error(`The site has no row of ${table} where ${fits}.`)
  return {
    key: key.map((name) => String(row[name])).join(' '),
    where: key.map((name) => `"${name}"::text = ${quoted(row[name])}`).join(' and '),
  }
}

async function changedRows(site: EveryKindSite): Promise<Kind[]> {
  const { nav, control, budget, invoice, draft, account, supplierId, money } = site.objects
  const ofRun: ProvenObject = { kind: 'payment run', id: money.run }
  const ofEntry: ProvenObject = { kind: 'bank entry', id: money.entry }
  const ofAccounts: ProvenObject = { kind: 'bank accounts', id: supplierId }
  const ofNav: ProvenObject = { kind: 'nav', id: nav, controlId: control }
  const [accountant, treasurer, manager] = (['accountant1', 'treasurer1', 'manager1'] as const).map(
    (name) => site.actor(name).id,
  )
  const user = (id = 0): ProvenObject => ({ kind: 'user', id })
  const ofInvoice: ProvenObject = { kind: 'invoice', id: invoice }
  const rows: [
    what: string,
    table: string,
    fits: string,
    field: string,
    value: string,
    page?: ProvenObject,
  ][] = [
    ['the IBAN of a payee', 'bank_account', `id = ${account}`, 'iban', "'LU120010001234567891'", ofAccounts],
    ['the BIC of a payee', 'bank_account', `id = ${account}`, 'bic', "'BCEELULLXXX'", ofAccounts],
    ['the name of a user', 'app_user', `id = ${accountant}`, 'last_name', "'Forged'", user(accountant)],
    ['the password of a user', 'app_user', `id = ${treasurer}`, 'password_hash', "'forged'", user(treasurer)],
    [
      'that a user is disabled',
      'app_user',
      `id = ${manager}`,
      'disabled_at',
      "'2026-11-02T08:00Z'",
      user(manager),
    ],
    [
      'a permission',
      'authorisation',
      `user_id = ${accountant}`,
      'may_delete',
      'not may_delete',
      user(accountant),
    ],
    ['a line of a NAV', 'nav_line', `control_id = ${control}`, 'value', 'value + 1', ofNav],
    [
      "a rule's result",
      'rule_result',
      `control_id = ${control}`,
      'result',
      "case result when 'OK' then 'NOK' else 'OK' end",
      ofNav,
    ],
    [
      "a rule's comment",
      'rule_result',
      `control_id = ${control}`,
      'comment',
      "comment || ' Agreed by telephone'",
      ofNav,
    ],
    ['the comment of a control', 'nav_control', `id = ${control}`, 'comment', "'Forged'", ofNav],
    ['a deadline of a NAV', 'fund_nav', `id = ${nav}`, 'max_sending_date', "'2026-12-31'", ofNav],
    [
      'the status of an invoice',
      'workflow_instance',
      `object_id = ${invoice}`,
      'status',
      "'APPROVED'",
      ofInvoice,
    ],
    ['the round of a NAV', 'workflow_instance', `object_id = ${nav}`, 'round', 'round + 1', ofNav],
    [
      'a budget that is tripled',
      'budget',
      `id = ${budget}`,
      'budget',
      'budget * 3',
      { kind: 'budget', id: budget },
    ],
    [
      'the terms of a budget in force',
      'budget_term',
      `budget_id = ${budget}`,
      'budget',
      'budget * 3',
      { kind: 'budget', id: budget },
    ],
    [
      'the reference of a draft',
      'draft',
      `id = ${draft}`,
      'invoice_ref',
      "'FORGED'",
      { kind: 'draft', id: draft },
    ],
    ['the due date of an invoice', 'invoice', `id = ${invoice}`, 'due_date', "'2027-01-31'", ofInvoice],
    ['the supplier that the log shows', 'invoice_row', `id = ${invoice}`, 'provider', "'Forged'", ofInvoice],
    [
      'the name of a document',
      'document',
      `object_id = ${draft}`,
      'file_name',
      "'forged.pdf'",
      { kind: 'draft', id: draft },
    ],
    [
      'the draft that a document is of',
      'document',
      `object_id = ${draft}`,
      'object_id',
      `${invoice}`,
      { kind: 'draft', id: draft },
    ],
    [
      'why a draft is no duplicate',
      'duplicate_confirmation',
      `draft_id = ${draft}`,
      'comment',
      "'Forged'",
      { kind: 'draft', id: draft },
    ],
    ['who is paid by a run', 'payment', `run_id = ${money.run}`, 'creditor_name', "'Forged'", ofRun],
    [
      'the amount of a payment of an invoice',
      'payment',
      `invoice_id = ${money.paid}`,
      'amount',
      'amount + 30',
      { kind: 'invoice', id: money.paid },
    ],
    [
      'that a payment which takes a credit off is made',
      'payment',
      `invoice_id = ${money.paid}`,
      'state',
      "'rejected'",
      { kind: 'invoice', id: money.credit },
    ],
    [
      'what a payment of a run takes off for a credit',
      'payment_credit',
      `credit_id = ${money.credit}`,
      'amount',
      'amount - 10',
      ofRun,
    ],
    [
      'what is taken off for a credit',
      'payment_credit',
      `credit_id = ${money.credit}`,
      'amount',
      'amount + 10',
      { kind: 'invoice', id: money.credit },
    ],
    ['the amount that a bank booked', 'bank_entry', `id = ${money.entry}`, 'amount', 'amount * 2', ofEntry],
    [
      'what explains an entry of a bank',
      'bank_posting',
      `entry_id = ${money.entry}`,
      'kind',
      "'income'",
      ofEntry,
    ],
    ['a tolerance', 'rule_tolerance', 'true', 'value', "'99'"],
    [
      'an amount of the authorisation matrix',
      'authorisation_rule',
      'amount_to is not null',
      'amount_to',
      'amount_to + 0.01',
    ],
    ['the class of a signatory', 'signatory', "signatory_class = 'A'", 'signatory_class', "'B'"],
    ['the rate of a fee', 'fund_fee', 'true', 'rate', 'coalesce(rate, 0) + 0.01'],
    ['the level of a benchmark', 'benchmark_level', 'true', 'level', 'level + 1'],
    ['the name of a share class', 'share_class', 'true', 'name', "'Forged'"],
    ['who takes a step', 'workflow_step', "acting_queue = 'TEAM LEADER'", 'acting_queue', "'ACCOUNTANT'"],
    ['the name of an expense type', 'expense_type', 'true', 'name', "'Forged'"],
    ['the VAT number of an entity', 'legal_entity', 'true', 'vat_number', "'LU00000000'"],
    ['that a validator retired', 'client_validator', 'true', 'is_retired', 'not is_retired'],
    ['the counts of a matching', 'nav_matching', `fund_nav_id = ${nav}`, 'counts', `'{"forged": 1}'`, ofNav],
    [
      'a value of a portfolio',
      'inventory_line',
      `control_id = ${control}`,
      'market_value',
      'market_value + 1',
    ],
    ['the words of a reason', 'reason', 'true', 'display', "'Forged'"],
    ['the name of a check', 'isae_check', 'true', 'name', "'Forged'"],
  ]
  return Promise.all(
    rows.map(async ([what, table, fits, field, value, object]) => {
      const { key, where } = await rowIn(site, table, fits)
      return {
        what,
        on: [table],
        by: byThose(table, `update ${table} set "${field}" = ${value} where ${where}`),
        found: [new RegExp(`${named(table, key)}, field ${field}: it is `)],
        ...(object ? { page: { object, table } } : {}),
      }
    }),
  )
}

function insertedRows(site: EveryKindSite): Kind[] {
  const { supplierId, invoice, draft, money } = site.objects
  const user = site.actor('accountant1').id
  const ofUser: ProvenObject = { kind: 'user', id: user }
  const rows: [what: string, table: string, key: string, values: string, page?: ProvenObject][] = [
    [
      'a queue that is given',
      'user_queue',
      `${user} PAYMENT`,
      `(user_id, queue) values (${user}, 'PAYMENT')`,
      ofUser,
    ],
    [
      'an authorisation that is given',
      'authorisation',
      `${user} administration`,
      `values (${user}, 'administration', true, true, true)`,
      ofUser,
    ],
    [
      'a personal token',
      'api_token',
      '900001',
      `(id, user_id, name, token_hash, read_only, created_at) overriding system value
        values (900001, ${user}, 'forged', 'forged', false, '2026-11-02T08:00Z')`,
    ],
    [
      'an account of a payee',
      'bank_account',
      '900001',
      `(id, legal_entity_id, iso3_currency, bic, iban, creation_date, update_date) overriding system value
        values (900001, ${supplierId}, 'USD', 'BCEELULLXXX', 'LU120010001234567891', '2026-11-02T08:00Z', '2026-11-02T08:00Z')`,
      { kind: 'bank accounts', id: supplierId },
    ],
    [
      'a tolerance of one fund',
      'rule_tolerance',
      '900001',
      `(id, key, level, level_value, value) overriding system value
        select 900001, key, level, 'FORGED', value from rule_tolerance order by id limit 1`,
    ],
    [
      'that a draft is no duplicate',
      'duplicate_confirmation',
      '900001',
      `(id, draft_id, duplicates, confirmed_by, confirmed_at, comment) overriding system value
        values (900001, ${draft}, array[${invoice}], ${user}, '2026-11-02T08:00Z', 'Forged')`,
      { kind: 'draft', id: draft },
    ],
    [
      'a payment of an invoice',
      'payment',
      '900001',
      `overriding system value select (jsonb_populate_record(p, '{"id": 900001, "invoice_id": ${invoice}, "end_to_end_id": "FORGED"}')).*
        from payment p where run_id = ${money.run}`,
      { kind: 'invoice', id: invoice },
    ],
    ['a holiday', 'calendar_holiday', 'LUX 2026-12-31', "(calendar, date) values ('LUX', '2026-12-31')"],
    [
      'an exchange rate',
      'exchange_rate',
      'EUR 2026-10-31',
      "(currency, date, rate) values ('EUR', '2026-10-31', 2)",
    ],
    ['a currency', 'currency', 'XXX', "(code, name) values ('XXX', 'Invented')"],
  ]
  return rows.map(([what, table, key, values, object]) => ({
    what: `${what}, inserted`,
    on: [table],
    by: both(`insert into ${table} ${values}`),
    found: [new RegExp(`${named(table, key)}: no change tells of it: it was inserted\\.$`)],
    ...(object ? { page: { object, table } } : {}),
  }))
}

async function removedRows(site: EveryKindSite): Promise<Kind[]> {
  const { nav, control, budget, draft, money } = site.objects
  const [manager, accountant] = (['manager1', 'accountant1'] as const).map((name) => site.actor(name).id)
  const rows: [what: string, table: string, fits: string, page?: ProvenObject][] = [
    ['a queue', 'user_queue', `user_id = ${manager}`, { kind: 'user', id: manager ?? 0 }],
    ['an authorisation', 'authorisation', `user_id = ${accountant}`, { kind: 'user', id: accountant ?? 0 }],
    ['a document', 'document', `object_id = ${draft}`, { kind: 'draft', id: draft }],
    ['a fee', 'fund_fee', 'true'],
    [
      "a rule's result",
      'rule_result',
      `control_id = ${control}`,
      { kind: 'nav', id: nav, controlId: control },
    ],
    ['the level of a benchmark', 'benchmark_level', 'true'],
    ['the terms of a budget', 'budget_term', `budget_id = ${budget}`, { kind: 'budget', id: budget }],
    ['a signatory', 'signatory', 'true'],
    [
      'what a payment takes off for a credit',
      'payment_credit',
      `credit_id = ${money.credit}`,
      { kind: 'payment run', id: money.run },
    ],
    [
      'what explains an entry of a bank',
      'bank_posting',
      `entry_id = ${money.entry}`,
      { kind: 'bank entry', id: money.entry },
    ],
  ]
  return Promise.all(
    rows.map(async ([what, table, fits, object]) => {
      const { key, where } = await rowIn(site, table, fits)
      return {
        what: `${what}, removed`,
        on: [table],
        by: byThose(table, `delete from ${table} where ${where}`),
        found: [
          new RegExp(`^${table} ${escaped(key)}: it was removed, and change \\d+ says that it is there\\.$`),
        ],
        ...(object ? { page: { object, table } } : {}),
      }
    }),
  )
}

async function filesAndSums(site: EveryKindSite): Promise<Kind[]> {
  const [file] = await site.admin`select sha256 from document where object_id = ${site.objects.draft} limit 1`
  const bytes = `^document \\d+: the bytes of its file \\(${file?.sha256}\\)`
  return [
    {
      what: 'the bytes of a file',
      on: ['document', 'document_chunk'],
      by: both(
        `update document_chunk set bytes = set_byte(bytes, 0, 255 - get_byte(bytes, 0)) where sha256 = '${file?.sha256}'`,
      ),
      found: [new RegExp(`${bytes} were changed: they are `)],
    },
    {
      what: 'the bytes of a file, removed',
      on: ['document', 'document_chunk'],
      by: both(`delete from document_chunk where sha256 = '${file?.sha256}'`),
      found: [new RegExp(`${bytes} are missing: `)],
    },
    {
      what: 'a sum of invoices',
      on: ['invoice_tally', 'invoice_row'],
      by: both(`insert into invoice_tally (tallied, value, currency, event_status, invoices, gross_hundredths, taxes_hundredths,
        net_hundredths) values ('provider', 'Invented', 'EUR', 'PAID', 1, 100, 0, 100)`),
      found: [
        /^invoice_tally provider Invented EUR PAID: it adds up to 1 invoices, .*, and its rows to nothing\.$/,
      ],
    },
    {
      what: 'a price that no line has',
      on: ['price_row', 'inventory_line'],
      by: both(`insert into price_row (nav_date, isin, currency, price_date, price, provider, name, type, fund_codes, funds,
        lines, median) values ('2026-10-31', 'LU0000000001', 'EUR', '2026-10-31', 1, 'FIA', 'Invented', 'Bond', 'X', 1, 1, 1)`),
      found: [
        /^price_row 2026-10-31 LU0000000001 EUR 2026-10-31 1: it adds up to 1 lines of 1 funds, and its rows to nothing\.$/,
      ],
    },
  ]
}

interface EventRow {
  id: string
  seq: number
  at: Date
  hash: string
  previous_hash: string
  [column: string]: unknown
}

const contentOf = (row: EventRow): HashedEvent => ({
  objectKind: String(row.object_kind),
  objectId: Number(row.object_id),
  seq: row.seq,
  round: Number(row.round),
  type: String(row.type),
  name: String(row.name),
  stepId: row.step_id === null ? null : Number(row.step_id),
  at: row.at,
  userId: row.user_id === null ? null : Number(row.user_id),
  whoName: String(row.who_name),
  fromQueue: row.from_queue as string | null,
  fromStatus: row.from_status as string | null,
  queue: String(row.queue),
  status: String(row.status),
  class: String(row.class),
  log: String(row.log),
  data: row.data,
})

async function forgedEvents(site: EveryKindSite): Promise<Kind[]> {
  const { nav, otherNav, budget, invoice, draft, asked } = site.objects
  const eventsOf = (id: number) =>
    site.admin<EventRow[]>`select * from workflow_event where object_id = ${id} order by seq`
  const [ofNav, ofOther, ofBudget, ofInvoice, ofDraft, ofUser] = await Promise.all(
    [nav, otherNav, budget, invoice, draft, userObjectId(asked)].map(eventsOf),
  )
  const first = (events?: readonly EventRow[]) => events?.[0] as EventRow
  const last = (events?: readonly EventRow[]) => events?.at(-1) as EventRow
  const page = (kind: ProvenObject['kind'], id: number) => ({ object: { kind, id }, table: 'workflow_event' })
  const changed = (what: string, event: EventRow, set: string, of: Kind['page']): Kind => ({
    what,
    on: ['workflow_event'],
    by: { superuser: [`update workflow_event set ${set} where id = ${event.id}`] },
    found: [new RegExp(`event ${event.id} \\(.*\\) was changed: its content does not match its hash`)],
    ...(of ? { page: of } : {}),
  })
  const removed = (what: string, event: EventRow, of: Kind['page']): Kind => ({
    what,
    on: ['workflow_event'],
    by: { superuser: [`delete from workflow_event where id = ${event.id}`] },
    found: [new RegExp(`^workflow_event ${event.id}: it was removed, and change`)],
    ...(of ? { page: of } : {}),
  })
  const otherLog = { ...last(ofInvoice), log: 'Something else' }
  const moved = last(ofNav)
  const act = last(ofUser)
  const [sender, other] = [site.actor('admin'), site.actor('manager2')]
  const ofOtherPerson = { ...act, user_id: other.id, who_name: other.fullName }
  return [
    changed('what an event says', first(ofNav), "log = 'Something else'", page('nav', nav)),
    changed('who did it', first(ofInvoice), "who_name = 'Somebody Else'", page('invoice', invoice)),
    changed('when it was done', last(ofBudget), "at = at - interval '1 day'", page('budget', budget)),
    removed('the newest event, removed', last(ofOther), page('nav', otherNav)),
    removed('the first event, removed', first(ofDraft), page('draft', draft)),
    {
      what: 'an event that is moved to another object',
      on: ['workflow_event'],
      by: {
        superuser: [`update workflow_event set object_id = ${otherNav}, seq = 99 where id = ${moved.id}`],
      },
      found: [
        new RegExp(`event ${moved.id} \\(nav ${otherNav}, number 99, .*: number \\d+ before it is missing`),
      ],
      page: page('nav', nav),
    },
    {
      what: 'a chain that is computed again',
      on: ['workflow_event'],
      by: {
        superuser: [
          `update workflow_event set log = 'Something else', hash = '${eventHash(contentOf(otherLog), otherLog.previous_hash)}'
            where id = ${otherLog.id}`,
        ],
      },
      found: [new RegExp(`${named('workflow_event', otherLog.id)}, field hash: it is `)],
      page: page('invoice', invoice),
    },
    {
      what: 'the person of an event that a request asked for, with its hash',
      on: ['workflow_event'],
      by: {
        superuser: [
          `update workflow_event set user_id = ${other.id}, who_name = ${quoted(other.fullName)},
            hash = '${eventHash(contentOf(ofOtherPerson), act.previous_hash)}' where id = ${act.id}`,
        ],
      },
      found: [
        new RegExp(`${named('workflow_event', act.id)}, field hash: it is `),
        new RegExp(
          `^workflow_event ${act.id} \\(user ${userObjectId(asked)}\\): "enable user" is in the name of ${other.fullName} \\(user ${other.id}\\), and the request that its seal \\d+ signs is of ${sender.fullName} \\(user ${sender.id}\\)\\.$`,
        ),
      ],
      page: page('user', asked),
    },
    approvals(site, last(ofInvoice), page('invoice', invoice)),
  ]
}

/** Two approvals of people who never logged in, dated back, in the right chain. */
function approvals(site: EveryKindSite, after: EventRow, page: Kind['page']): Kind {
  const statements: string[] = []
  let head = after
  for (const [place, userName] of (['treasurer1', 'treasurer2'] as const).entries()) {
    const { id: userId, fullName } = site.actor(userName)
    const status = place === 0 ? 'APPROVED ONCE' : 'APPROVED'
    const event = {
      ...head,
      id: String(900_001 + place),
      seq: head.seq + 1,
      type: 'step',
      name: place === 0 ? 'first approval' : 'second approval',
      step_id: null,
      at: new Date(after.at.getTime() - 3_600_000),
      user_id: userId,
      who_name: fullName,
      from_queue: String(head.queue),
      from_status: String(head.status),
      queue: 'PAYMENT',
      status,
      log: '',
      data: {},
      previous_hash: head.hash,
    }
    head = { ...event, hash: eventHash(contentOf(event), event.previous_hash) }
    const { data, at, ...rest } = head
    const columns = Object.entries({ ...rest, at: at.toISOString(), data: JSON.stringify(data) })
    statements.push(
      `insert into workflow_event (${columns.map(([name]) => `"${name}"`).join(', ')}) overriding system value
        values (${columns.map(([, value]) => (value === null ? 'null' : quoted(value))).join(', ')})`,
    )
  }
  statements.push(
    `update workflow_instance set queue = 'PAYMENT', status = 'APPROVED' where object_id = ${site.objects.invoice}`,
  )
  return {
    what: 'two payment approvals of people who never logged in',
    on: ['workflow_event', 'workflow_instance'],
    by: { application: statements, superuser: statements },
    found: [
      new RegExp(`${named('workflow_event', '900001')}: no change tells of it: it was inserted\\.$`),
      new RegExp(`${named('workflow_event', '900002')}: no change tells of it: it was inserted\\.$`),
      new RegExp(
        `${named('workflow_instance', String(site.objects.invoice))}, field status: it is "APPROVED"`,
      ),
    ],
    ...(page ? { page } : {}),
  }
}

/** Changes and seals of a budget. */
async function forgedRecords(site: EveryKindSite): Promise<Kind[]> {
  const { budget } = site.objects
  const [change] = await site.admin`
    select c.id, c.seal_id, c.rows, s.at from data_change c join change_seal s on s.id = c.seal_id
    where c.table_name = 'budget' and c.owners @> array[${String(budget)}] order by c.id desc limit 1`
  const [id, seal] = [String(change?.id), String(change?.seal_id)]
  const page = { object: { kind: 'budget', id: budget } as const, table: 'budget' }
  const on = ['budget', 'budget_term', 'workflow_event', 'workflow_instance', 'data_change', 'change_seal']
  const other = `replace(rows, '"currency": "EUR"', '"currency": "USD"')`
  const kind = (what: string, statements: string[], found: RegExp, more: Partial<Kind> = {}): Kind => ({
    what,
    on,
    by: { superuser: statements },
    found: [found],
    ...more,
  })
  const ofChange = (set: string) => [`update data_change set ${set} where id = ${id}`]
  const ofSeal = (set: string) => [`update change_seal set ${set} where id = ${seal}`]
  const forger = openSigning(newSigningKey())
  const line = String(change?.rows).split('\n')[0] ?? ''
  const image = line.replace(/"budget": [\d.]+/, '"budget": 1.00')
  const at: Date = change?.at
  const forgedHash = sealHash(900_001, at, [{ id: 900_001, table: 'budget', act: '~', hash: sha256(image) }])
  return [
    kind(
      'the rows of a change',
      ofChange(`rows = ${other}`),
      new RegExp(`^budget ${budget}: change ${id} was changed: its rows do not match its hash\\.$`),
      { page },
    ),
    kind(
      'the rows of a change, with their hash',
      ofChange(`rows = ${other}, hash = encode(sha256(convert_to(${other}, 'UTF8')), 'hex')`),
      new RegExp(
        `^the seal ${seal} .* signs other changes than those that are there \\(.*change ${id} of budget`,
      ),
      { page },
    ),
    kind(
      'a change, removed',
      [`delete from data_change where id = ${id}`],
      new RegExp(`^the seal ${seal} \\(.*\\) signs \\d+ changes, and \\d+ are there`),
      { page },
    ),
    kind(
      'that a change removed a row',
      ofChange("act = '-'"),
      new RegExp(
        `^the seal ${seal} .* signs other changes than those that are there \\(.*change ${id} of budget`,
      ),
      { page },
    ),
    kind(
      'the objects of a change',
      ofChange("owners = '{}'"),
      new RegExp(`^budget ${budget}: change ${id} was changed: it is listed under other objects`),
      { page },
    ),
    kind(
      'the transaction of a change',
      ofChange("xact = '3'"),
      new RegExp(`^budget ${budget}: change ${id} has no seal: it was not made by the application\\.$`),
      { page },
    ),
    kind(
      'a change under a seal of the site, inserted',
      [
        `insert into data_change (seal_id, table_name, act, owners, rows, hash, xact)
          select seal_id, table_name, '~', owners, rows, hash, xact from data_change where id = ${id}`,
      ],
      new RegExp(`^the seal ${seal} \\(.*\\) signs \\d+ changes, and \\d+ are there`),
      { page },
    ),
    kind(
      'the instant of a seal',
      ofSeal("at = at - interval '1 day'"),
      new RegExp(`^the seal ${seal} .* signs other changes than those that are there`),
      { page },
    ),
    kind(
      'the signature of a seal',
      ofSeal(`signature = (select signature from change_seal where id <> ${seal} order by id limit 1)`),
      new RegExp(`^the seal ${seal} \\(.*\\) is not signed by this site\\.$`),
      { page },
    ),
    kind(
      'the number of changes of a seal',
      ofSeal('changes = 9999'),
      new RegExp(`^the seal ${seal} \\(.*\\) signs 9999 changes, and`),
      { page },
    ),
    kind(
      'a seal, removed',
      [`delete from change_seal where id = ${seal}`],
      new RegExp(`^budget ${budget}: change ${id} has no seal`),
      { page },
    ),
    kind(
      'a seal with its changes, removed',
      [`delete from data_change where seal_id = ${seal}`, `delete from change_seal where id = ${seal}`],
      new RegExp(`^budget ${budget}[:,]`),
      { page },
    ),
    kind(
      'a seal of another key, with a change and its row',
      [
        `update budget set budget = 1 where id = ${budget}`,
        `insert into data_change (id, seal_id, table_name, act, owners, rows, hash, xact) overriding system value
          values (900001, 900001, 'budget', '~', array['${budget}'], ${quoted(image)}, '${sha256(image)}', '900001')`,
        `insert into change_seal (id, at, changes, hash, signature, xact)
          values (900001, '${at.toISOString()}', 1, '${forgedHash}', '${forger.sign(forgedHash)}', '900001')`,
      ],
      /^the seal 900001 \(.*\) is not signed by this site\.$/,
      { page },
    ),
    kind(
      'every seal, removed',
      ['delete from change_seal'],
      new RegExp(`^budget ${budget}: change ${id} has no seal`),
      { page, drowns: true },
    ),
  ]
}

function forgedCheckpoints(): Kind[] {
  const kind = (what: string, statement: string, found: RegExp): Kind => ({
    what,
    on: ['audit_checkpoint'],
    by: { superuser: [statement] },
    found: [found],
  })
  const newest = '(select max(id) from audit_checkpoint)'
  const first = '(select min(id) from audit_checkpoint)'
  const broken = /checkpoint \d+ \(.*\) was changed or one before it is missing/
  return [
    kind(
      'the newest checkpoint, removed',
      `delete from audit_checkpoint where id = ${newest}`,
      /^The database misses checkpoint \d+ /,
    ),
    kind('an earlier checkpoint, removed', `delete from audit_checkpoint where id = ${first}`, broken),
    kind('all checkpoints, removed', 'delete from audit_checkpoint', /^The database misses checkpoint \d+ /),
    kind(
      'the instant of a checkpoint',
      `update audit_checkpoint set at = at + interval '1 day' where id = ${first}`,
      broken,
    ),
    kind(
      'the heads of a checkpoint',
      `update audit_checkpoint set heads = jsonb_set(heads, '{0,2}', '"forged"') where id = ${first}`,
      /checkpoint \d+ \(.*\) has other heads than its tree/,
    ),
    kind(
      'the signature of a checkpoint',
      `update audit_checkpoint set signature = (select signature from audit_checkpoint where id <> ${first} limit 1)
        where id = ${first}`,
      /checkpoint \d+ \(.*\) is not signed with the audit key/,
    ),
  ]
}

async function changedStructures(site: EveryKindSite): Promise<Kind[]> {
  const kind = (what: string, table: string, statement: string, ...found: RegExp[]): Kind => ({
    what,
    on: [table],
    by: { structure: [statement] },
    found,
  })
  const { key: reason } = await rowIn(site, 'reason', 'true')
  return [
    kind(
      'a trigger, dropped',
      'routine_type',
      'drop trigger recorded_changed on routine_type',
      /trigger recorded_changed of routine_type: the release made it, and it was removed/,
    ),
    kind(
      'a trigger, switched off',
      'process',
      'alter table process disable trigger recorded_added',
      /trigger recorded_added of process: it is .*, switched off, and the release made it/,
    ),
    kind(
      'the guard of the changes, switched off',
      'data_change guard',
      'alter table data_change disable trigger data_change_immutable',
      /trigger data_change_immutable of data_change: it is .*, switched off/,
    ),
    kind(
      'a foreign trigger',
      'task',
      `create function intrude() returns trigger language plpgsql as $$ begin return new; end $$;
        create trigger intrude before update on task for each row execute function intrude()`,
      /trigger intrude of task: the release does not have it/,
      /function intrude\(\): the release does not have it/,
    ),
    kind(
      'a function with another body',
      'recorded_row',
      `create or replace function recorded_row(image jsonb, only_columns text[], hidden text[]) returns jsonb
        language sql immutable as $$ select image || '{"name": "As before"}' $$`,
      /function recorded_row\(image jsonb, only_columns text\[\], hidden text\[\]\): it is .*, and the release made it /,
    ),
    kind(
      'a function with other settings',
      'record_change',
      'alter function record_change() set search_path = in_front, public',
      /function record_change\(\): it is .* search_path=in_front, public /,
    ),
    kind(
      'a function that asks nobody',
      'refuse_change',
      `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return coalesce(new, old); end $$`,
      /function refuse_change\(\): it is /,
    ),
    kind(
      'a constraint, dropped',
      'fund',
      'alter table fund drop constraint fund_code_unique',
      /constraint fund_code_unique of fund: the release made it, and it was removed/,
    ),
    kind(
      'another default',
      'app_user default',
      "alter table app_user alter column last_name set default 'Forged'",
      /column last_name of app_user: it is text not null default 'Forged'::text/,
    ),
    kind(
      'a foreign column',
      'fund column',
      'alter table fund add column hidden_note text',
      /column hidden_note of fund: the release does not have it/,
    ),
    kind(
      'a column, dropped',
      'fund column',
      'alter table fund drop column year_end',
      /column year_end of fund: the release made it, and it was removed/,
    ),
    kind(
      'a rule that stores nothing',
      'kpi_comment',
      'create rule forge as on insert to kpi_comment do instead nothing',
      /rule forge of kpi_comment: the release does not have it/,
    ),
    kind(
      'a policy that hides rows',
      'mapping',
      'create policy hide on mapping using (false); alter table mapping enable row level security',
      /policy hide of mapping: the release does not have it/,
      /table mapping: it is table with row security/,
    ),
    kind(
      'rows hidden from the audit too',
      'reason',
      'alter table reason enable row level security; alter table reason force row level security',
      /table reason: it is table with row security/,
      new RegExp(`^reason ${escaped(reason)}: it was removed`),
    ),
    kind(
      'an index that runs a function',
      'account_prefix',
      'create function probe(text) returns text language sql immutable as $$ select $1 $$; create index probed on account_prefix (probe(prefix))',
      /index probed of account_prefix: the release does not have it/,
      /function probe\(text\)/,
    ),
    kind(
      'a unique index, dropped',
      'workflow_event index',
      'drop index workflow_event_chain',
      /index workflow_event_chain of workflow_event: the release made it, and it was removed/,
    ),
    kind(
      'checks of references, switched off',
      'prepaid_line',
      'alter table prepaid_line disable trigger all',
      /check of constraint prepaid_line_\w+ of prepaid_line: the release does not have it: switched off/,
    ),
    kind(
      'a table, removed',
      'booked_taxes',
      'drop table booked_taxes',
      /table booked_taxes: the release made it, and it was removed/,
      /^booked_taxes: it was removed, so that its rows are not compared/,
    ),
    kind(
      'a view in the place of a table',
      'expense_account',
      'alter table expense_account rename to expense_account_before; create view expense_account as select * from expense_account_before',
      /table expense_account: it is view, and the release made it table/,
    ),
    kind(
      'rows of a table that inherits',
      'expense_type',
      "create table hidden_child () inherits (expense_type); insert into hidden_child (id, name, category) values (900001, 'Forged', 'DATA')",
      /^expense_type 900001: no change tells of it: it was inserted/,
    ),
    kind(
      'a schema in front of the tables',
      'settings',
      "do $$ begin execute format('alter role fundesk_app in database %I set search_path = in_front, public', current_database()); end $$",
      /setting search_path of role fundesk_app in this database: the release does not have it: in_front, public/,
    ),
    kind(
      'triggers that fire for nobody',
      'settings',
      "do $$ begin execute format('alter database %I set session_replication_role = replica', current_database()); end $$",
      /setting session_replication_role of every role in this database: the release does not have it: replica/,
    ),
  ]
}

/** In what PostgreSQL knows of tables, in front of them, and in what it does by itself. */
function besideTheTables(): Kind[] {
  const kind = (what: string, on: readonly string[], statement: string, ...found: RegExp[]): Kind => ({
    what,
    on,
    by: { structure: [statement] },
    found,
  })
  const ofDatabase = (text: string) => `do $$ begin execute format('${text}', current_database()); end $$`
  return [
    kind(
      'what the database does by itself after changes of its structure',
      ['event trigger'],
      `create function at_release() returns event_trigger language plpgsql as $$ begin end $$;
        create event trigger at_release on ddl_command_end execute function at_release()`,
      /event trigger at_release: the release does not have it: on ddl_command_end by at_release/,
    ),
    kind(
      'what the database does by itself when somebody connects',
      ['event trigger'],
      `create schema aside; create function aside.at_login() returns event_trigger language plpgsql as $$ begin end $$;
        create event trigger at_login on login execute function aside.at_login()`,
      /event trigger at_login: the release does not have it: on login by aside\.at_login/,
    ),
    kind(
      "a function of the release, among PostgreSQL's own",
      ['recorded_row'],
      `create function pg_catalog.recorded_row(image jsonb, only_columns text[], hidden text[]) returns jsonb
        language sql immutable as $$ select image $$`,
      /function pg_catalog\.recorded_row\(.*: the release does not have it: put among the objects of PostgreSQL/,
    ),
    kind(
      "a view with the name of a table, among PostgreSQL's own",
      ['ux_function'],
      `set local allow_system_table_mods = on; create view pg_catalog.ux_function as select * from public.ux_function`,
      /table pg_catalog\.ux_function: the release does not have it: put among the objects of PostgreSQL/,
      /^ux_function: its rows could not be compared: /,
    ),
    kind(
      'a function, hidden in an extension',
      ['extension'],
      `create function veiled(text) returns text language sql as $$ select $1 $$;
        alter extension plpgsql add function veiled(text)`,
      /function veiled\(text\): the release does not have it/,
    ),
    kind(
      'a function that does nothing without an argument',
      ['recorded_row'],
      'alter function recorded_row(jsonb, text[], text[]) strict',
      /function recorded_row\(.*\): it is returns jsonb sql immutable strict /,
    ),
    kind(
      'a row, moved to a table that inherits',
      ['vendor'],
      `set local session_replication_role = replica; create table aside_vendor () inherits (vendor);
        with moved as (delete from only vendor returning *) insert into aside_vendor select * from moved`,
      /table aside_vendor, which inherits from vendor: the release does not have it/,
    ),
    kind(
      'a foreign table that inherits, which nobody can read',
      ['exchange_rate'],
      `create foreign data wrapper nothing; create server nowhere foreign data wrapper nothing;
        create foreign table far_away () inherits (exchange_rate) server nowhere`,
      /table far_away, which inherits from exchange_rate: the release does not have it/,
      /^exchange_rate: its rows could not be compared: /,
    ),
    kind(
      'another collation of a column',
      ['reason'],
      'alter table reason alter column display type text collate "C"',
      /column display of reason: it is text not null collate "C", and the release made it text not null/,
    ),
    kind(
      'a domain in the place of a type',
      ['currency'],
      'create domain any_text as text; alter table currency alter column name type any_text',
      /column name of currency: it is any_text not null, and the release made it text not null/,
    ),
    kind(
      'a computed column in the place of a stored one',
      ['routine_type'],
      `set local session_replication_role = replica;
        alter table routine_type drop column name, add column name text generated always as ('Forged') stored`,
      /column name of routine_type: it is text generated 'Forged'::text, and the release made it text not null/,
      /^routine_type \d+, field name: it is "Forged"/,
    ),
    kind(
      'changes that a crash removes',
      ['data_change'],
      'alter table data_change set unlogged',
      /table data_change: it is unlogged table, and the release made it table/,
    ),
    kind(
      'triggers that the server does not look for',
      ['process_task'],
      "update pg_class set relhastriggers = false where oid = 'process_task'::regclass",
      /table process_task: it is table whose triggers are ignored, and the release made it table/,
    ),
    kind(
      'a unique index that is not kept up to date',
      ['fund'],
      "update pg_index set indisready = false, indisvalid = false where indexrelid = 'fund_code_unique'::regclass",
      /use of index fund_code_unique of fund: the release does not have it: switched off/,
    ),
    kind(
      'a row that the index of its table does not have',
      ['currency'],
      `set local session_replication_role = replica;
        update pg_index set indisready = false where indrelid = 'currency'::regclass and indisprimary;
        insert into currency (code, name) values ('YYY', 'Hidden');
        update pg_index set indisready = true where indrelid = 'currency'::regclass and indisprimary;
        ${ofDatabase('alter database %I set enable_seqscan = off')}`,
      /^currency: the index of its key leads to \d+ of its \d+ rows\.$/,
      /^currency YYY: no change tells of it: it was inserted\.$/,
    ),
    kind(
      'an index that compares by a function',
      ['account_prefix'],
      `create schema in_index; create function in_index.compared(text, text) returns integer language sql immutable as $$ select 0 $$;
        create operator class in_index.texts for type text using btree as operator 1 <, operator 2 <=, operator 3 =,
          operator 4 >=, operator 5 >, function 1 in_index.compared(text, text);
        create index compared on account_prefix (prefix in_index.texts)`,
      /index compared of account_prefix: the release does not have it/,
    ),
    kind(
      'an instant for the changes of every account',
      ['settings'],
      ofDatabase("alter database %I set fundesk.at = ''2020-01-01T00:00:00Z''"),
      /setting fundesk\.at of every role in this database: the release does not have it: 2020-01-01T00:00:00Z/,
    ),
    kind(
      "triggers that do not fire for the application's account",
      ['settings'],
      ofDatabase('alter role fundesk_app in database %I set session_replication_role = replica'),
      /setting session_replication_role of role fundesk_app in this database: the release does not have it: replica/,
    ),
  ]
}

async function byTheApplicationAlone(site: EveryKindSite): Promise<Kind[]> {
  const { clientId, supplierId } = site.objects
  const [older] = await site.admin`select min(id) as seal from change_seal`
  return [
    {
      what: 'a change under the number of an old seal',
      on: ['legal_entity'],
      by: {
        application: [
          `select set_config('fundesk.seal', '${older?.seal}', true),
            set_config('fundesk.seal_xact', pg_current_xact_id()::text, true)`,
          `update legal_entity set town = 'Forged' where id = ${supplierId}`,
        ],
      },
      found: [
        new RegExp(
          `${named('legal_entity', String(supplierId))}: change \\d+ has no seal: it was not made by the application\\.$`,
        ),
        new RegExp(`${named('legal_entity', String(supplierId))}, field town: it is "Forged"`),
      ],
    },
    {
      what: 'a change under the number of the next seal',
      on: ['legal_entity'],
      by: {
        application: [
          `select set_config('fundesk.seal', (last_value + 1)::text, true),
            set_config('fundesk.seal_xact', pg_current_xact_id()::text, true) from change_seal_number`,
          `update legal_entity set town = 'Forged' where id = ${clientId}`,
        ],
      },
      found: [
        new RegExp(
          `${named('legal_entity', String(clientId))}: change \\d+ has no seal: it was not made by the application\\.$`,
        ),
        new RegExp(`${named('legal_entity', String(clientId))}, field town: it is "Forged"`),
      ],
    },
    {
      what: 'a seal by SQL',
      on: ['change_seal'],
      by: {
        application: [
          `insert into change_seal (id, at, changes, hash, signature)
            values (900002, '2026-11-02T10:00Z', 0, 'x', 'ed25519:0000000000000000:AAAA')`,
        ],
      },
      found: [/^the seal 900002 \(.*\) is not signed by this site\.$/],
    },
    {
      what: 'a restore that nobody made',
      on: ['restore'],
      by: {
        application: [
          'select seal_of_transaction()',
          `select id from record_note('restore', '{"reason": "The disk broke", "missing": null}')`,
        ],
      },
      found: [/^restore: change \d+ has no seal: it was not made by the application\.$/],
    },
  ]
}
