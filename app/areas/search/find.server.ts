import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { fund, legalEntity } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Actor, type FunctionId, isAllowed } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { accentedWords, plainSql } from '~/areas/reference-data/find-entities.server'
import { likeText } from '~/platform/lists/sql-where.server'
import { kindsAtWork, objectKind, objectPage } from '~/platform/objects/object-kinds.server'
import { plain } from '~/platform/tables/options.server'
import { type Day, dayOf } from '~/platform/values/day'
import { showAmount } from '~/platform/values/show'
import type { EventClass } from '~/platform/workflow/types'
import { commandsFor, isBegun } from './commands.server'
import { type Found, type FoundGroup, MAX_OF_A_KIND, searchTerms } from './search'

const may =
  (...ids: FunctionId[]) =>
  (actor: Actor) =>
    ids.some((id) => isAllowed(actor, id))

/** Every kind of object, how it is searched, and who may. */
const KINDS: readonly {
  title: string
  mayFind: (actor: Actor) => boolean
  find: (read: Read, words: readonly string[], actor: Actor) => Promise<Found[]>
}[] = [
  { title: 'By number', mayFind: () => true, find: objectsNumbered },
  { title: 'NAVs', mayFind: may('navctrl', 'production'), find: navs },
  { title: 'Funds', mayFind: may('navctrl', 'production'), find: fundsWithoutNavs },
  { title: 'Drafts', mayFind: may('draftsdashboard'), find: openObjects('draft') },
  { title: 'Invoices', mayFind: may('transactiondashboard'), find: invoices },
  { title: 'Payment runs', mayFind: may('payments'), find: openObjects('payment run') },
  { title: 'Budgets', mayFind: may('budgets'), find: openObjects('budget') },
  { title: 'Legal entities', mayFind: may('bankaccounts'), find: entities },
  { title: 'Suppliers', mayFind: (actor) => supplierListOf(actor) !== null, find: suppliers },
  { title: 'Users', mayFind: may('administration'), find: users },
]

/**
 * Everything that the user may open and that has all words of a text; without a text the recent objects and the
 * commands. What the user worked on last comes first, commands last, but before all where the text begins one.
 */
export async function search({ read, actor }: UserContext, text: string): Promise<FoundGroup[]> {
  const words = searchTerms(text)
  const kinds = words.length === 0 ? [] : KINDS.filter(({ mayFind }) => mayFind(actor))
  const found = await Promise.all(
    kinds.map(async ({ title, find }) => ({ title, items: await find(read, words, actor) })),
  )
  const recent = { title: 'Recent', items: await recentObjects(read, words, actor) }
  const known = new Set(recent.items.map(({ key }) => key))
  const others = found.map(({ title, items }) => ({
    title,
    items: items.filter(({ key }) => !known.has(key)),
  }))
  const commands = { title: 'Pages and commands', items: commandsFor(actor, words) }
  const groups = isBegun(text, commands.items) ? [commands, recent, ...others] : [recent, ...others, commands]
  return groups.filter(({ items }) => items.length > 0)
}

/** How many of a user's last acts are looked at for recent objects. */
const RECENT_ACTS = 200

/** The objects that the user worked on last and may open, if they have all words; the last one first. */
async function recentObjects(read: Read, words: readonly string[], actor: Actor): Promise<Found[]> {
  const acts: unknown = await read.execute(sql`
    select object_id as id, max(at) as at from (
      select object_id, at from ${workflowEvent} where user_id = ${actor.id} order by at desc limit ${RECENT_ACTS}
    ) acts group by object_id order by max(at) desc`)
  const ids = (acts as { id: string | number }[]).map(({ id }) => Number(id))
  if (ids.length === 0) return []
  const parts = kindsAtWork()
    .filter(({ kind }) => objectKind(kind)?.functions.some((each) => isAllowed(actor, each)))
    .flatMap(({ kind }) =>
      objectsSql(kind, (title) => sql`place.object_id in ${ids} and ${hasAll(title, words)}`, ids.length),
    )
  if (parts.length === 0) return []
  const rows: unknown = await read.execute(sql.join(parts, sql` union all `))
  return (rows as StoredObject[])
    .sort((one, other) => ids.indexOf(Number(one.object_id)) - ids.indexOf(Number(other.object_id)))
    .slice(0, MAX_OF_A_KIND)
    .map((row) => foundObject(row))
}

const hasAll = (text: SQLWrapper, words: readonly string[]): SQL =>
  sql.join(
    [sql`true`, ...words.map((word) => sql`strpos(${plainSql(text)}, ${plain(word)}) > 0`)],
    sql` and `,
  )

interface StoredObject {
  object_id: string | number
  kind: string
  queue: string
  status: string
  class: string
  title: string
  amount: string | null
  currency: string | null
}

const foundObject = (row: StoredObject, label = row.title): Found => {
  const objectId = Number(row.object_id)
  return {
    key: `${row.kind} ${objectId}`,
    label,
    note: row.amount === null ? '' : `${showAmount(row.amount)} ${row.currency ?? ''}`,
    href: objectPage({ kind: row.kind, objectId }),
    place: { class: row.class as EventClass, status: row.status, queue: row.queue },
  }
}

/** The objects of the kinds that have a workflow, each with what lists of work show of it. */
function objectsSql(kind: string, where: (title: SQL) => SQL, most = MAX_OF_A_KIND): SQL[] {
  const match = kindsAtWork().find((each) => each.kind === kind)
  if (!match) return []
  const { join, title, amount, currency } = match.atWork
  return [
    sql`(select place.object_id, place.kind, place.queue, place.status, place.class, ${title} as title,
        ${amount} as amount, ${currency} as currency
      from ${workflowInstance} place ${join}
      where place.kind = ${kind} and ${where(title)}
      order by place.object_id desc limit ${most})`,
  ]
}

/** "1234": the object with this id. */
async function objectsNumbered(read: Read, words: readonly string[], actor: Actor): Promise<Found[]> {
  const [word = ''] = words
  if (words.length !== 1 || !/^#?[1-9]\d{0,14}$/.test(word)) return []
  const id = Number(word.replace('#', ''))
  const parts = kindsAtWork()
    .filter(({ kind }) => objectKind(kind)?.functions.some((each) => isAllowed(actor, each)))
    .flatMap(({ kind }) => objectsSql(kind, () => sql`place.object_id = ${id}`))
  if (parts.length === 0) return []
  const rows: unknown = await read.execute(sql.join(parts, sql` union all `))
  const labels = new Map(kindsAtWork().map(({ kind, atWork }) => [kind, atWork.label]))
  return (rows as StoredObject[]).map((row) =>
    foundObject(row, `${labels.get(row.kind) ?? row.kind} ${row.object_id}: ${row.title}`),
  )
}

/** Drafts and budgets under way: a completed draft is an invoice, which is found itself. */
function openObjects(kind: 'draft' | 'payment run' | 'budget') {
  return async (read: Read, words: readonly string[]): Promise<Found[]> => {
    const open = kind === 'draft' ? sql`place.queue not in ('SYSTEM', 'COMPLETED')` : sql`true`
    const [part] = objectsSql(kind, (title) => sql`${open} and ${hasAll(title, words)}`)
    if (!part) return []
    const rows: unknown = await read.execute(part)
    return (rows as StoredObject[]).map((row) => foundObject(row))
  }
}

/** The day that a word gives, as dd/MM/yyyy or yyyy-MM-dd; null for other words. */
function dayIn(word: string): Day | null {
  const european = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(word)
  if (european) return dayOf(Number(european[3]), Number(european[2]), Number(european[1]))
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)
  return iso ? dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])) : null
}

/** The newest NAVs of the funds whose code or name has the words; a word that is a day is the NAV date. */
async function navs(read: Read, words: readonly string[], actor: Actor): Promise<Found[]> {
  const days = words.flatMap((word) => dayIn(word) ?? [])
  const names = words.filter((word) => dayIn(word) === null)
  const dated = days.length > 0 ? sql`and n.nav_date in ${days}` : sql``
  const rows: unknown = await read.execute(sql`
    select n.id as object_id, place.queue, place.status, place.class, n.nav_date::text as day, ${fund.name} as name, ${fund.code} as code
    from ${fund}
      cross join lateral (
        select n.id, n.nav_date from ${fundNav} n where n.fund_id = ${fund.id} ${dated}
        order by n.nav_date desc limit ${MAX_OF_A_KIND}) n
      join ${workflowInstance} place on place.object_id = n.id
    where ${hasAll(sql`concat(${fund.code}, ' ', ${fund.name})`, names)}
    order by n.nav_date desc, ${fund.code} limit ${MAX_OF_A_KIND}`)
  const list = isAllowed(actor, 'navctrl') ? '/nav-controls' : '/production'
  return (rows as (StoredObject & { day: Day; name: string; code: string })[]).map((row) => ({
    key: `nav ${row.object_id}`,
    label: `${row.name}, ${row.day.split('-').reverse().join('/')}`,
    note: row.code,
    href: `${list}/${row.object_id}`,
    place: { class: row.class as EventClass, status: row.status, queue: row.queue },
  }))
}

/** Funds of which no NAV is expected yet: those of the others are found as their NAVs. */
async function fundsWithoutNavs(read: Read, words: readonly string[], actor: Actor): Promise<Found[]> {
  const { code, name } = fund
  const rows = await read
    .select({ code, name })
    .from(fund)
    .where(
      and(
        hasAll(sql`concat(${code}, ' ', ${name})`, words),
        sql`not exists (select 1 from ${fundNav} where ${fundNav.fundId} = ${fund.id})`,
      ),
    )
    .orderBy(asc(code))
    .limit(MAX_OF_A_KIND)
  // NAV Production has funds without NAVs, too.
  const list = isAllowed(actor, 'production') ? '/production' : '/nav-controls'
  return rows.map((row) => ({
    key: `fund ${row.code}`,
    label: row.name,
    note: `${row.code}, no NAV yet`,
    href: `${list}?${new URLSearchParams({ search: row.code })}`,
    place: null,
  }))
}

/** Shorter than a trigram, it would have to be looked for in every invoice. */
const isLong = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** The newest invoices whose supplier, reference or other texts have the words; short words alone are a whole reference. */
async function invoices(read: Read, words: readonly string[]): Promise<Found[]> {
  const forms = await accentedWords(read, words)
  const conditions = words.some(isLong)
    ? words.map((word) => {
        const written = [word, ...forms.filter((form) => plain(form).includes(plain(word)))]
        const has = written.map((each) => sql`${invoiceRow.search} like lower(${likeText(each)})`)
        const found = sql`(${sql.join(has, sql` or `)})`
        return isLong(word) ? found : sql`(${found}) is true`
      })
    : [eq(invoiceRow.lowerRef, words.join(' ').toLowerCase())]
  const { id, provider, invoiceRef, currency, eventStatus, eventQueue, eventClass } = invoiceRow
  const rows = await read
    .select({
      id,
      provider,
      invoiceRef,
      currency,
      eventStatus,
      eventQueue,
      eventClass,
      gross: invoice.grossAmount,
    })
    .from(invoiceRow)
    .innerJoin(invoice, eq(invoice.id, id))
    .where(and(...conditions))
    .orderBy(desc(id))
    .limit(MAX_OF_A_KIND)
  return rows.map((row) => ({
    key: `invoice ${row.id}`,
    href: `/invoices/${row.id}`,
    label: [row.provider, row.invoiceRef].filter(Boolean).join(', '),
    note: `${showAmount(row.gross)} ${row.currency}`,
    place: { class: row.eventClass as EventClass, status: row.eventStatus, queue: row.eventQueue },
  }))
}

/** A legal entity leads to its bank accounts. */
async function entities(read: Read, words: readonly string[]): Promise<Found[]> {
  const rows = await read
    .select({ id: legalEntity.id, name: legalEntity.name, kind: legalEntity.kind })
    .from(legalEntity)
    .where(hasAll(legalEntity.name, words))
    .orderBy(asc(legalEntity.name))
    .limit(MAX_OF_A_KIND)
  return rows.map(({ id, name, kind }) => ({
    key: `entity ${id}`,
    label: name,
    note: `${kind.toLowerCase()}, bank accounts`,
    href: `/bank-accounts?entity=${id}`,
    place: null,
  }))
}

/** Where users without the right to bank accounts see what a supplier sent; null for users who see none of it. */
function supplierListOf(actor: Actor): { path: string; column: string } | null {
  if (isAllowed(actor, 'bankaccounts')) return null
  const lists: { functionId: FunctionId; path: string; column: string }[] = [
    { functionId: 'transactiondashboard', path: '/invoices', column: 'provider' },
    { functionId: 'draftsdashboard', path: '/drafts', column: 'invoice_entity' },
    { functionId: 'budgets', path: '/budgets', column: 'supplier' },
  ]
  return lists.find(({ functionId }) => isAllowed(actor, functionId)) ?? null
}

/** A supplier leads to its invoices, or to its drafts or budgets for users who see only these. */
async function suppliers(read: Read, words: readonly string[], actor: Actor): Promise<Found[]> {
  const list = supplierListOf(actor)
  if (list === null) return []
  const rows = await read
    .select({ id: legalEntity.id, name: legalEntity.name })
    .from(legalEntity)
    .where(and(eq(legalEntity.kind, 'SUPPLIER'), hasAll(legalEntity.name, words)))
    .orderBy(asc(legalEntity.name))
    .limit(MAX_OF_A_KIND)
  return rows.map(({ id, name }) => ({
    key: `supplier ${id}`,
    label: name,
    note: `supplier, its ${list.path.slice(1)}`,
    href: `${list.path}?${new URLSearchParams({ [`in.${list.column}`]: name })}`,
    place: null,
  }))
}

async function users(read: Read, words: readonly string[]): Promise<Found[]> {
  const { id, userName, firstName, lastName, role } = appUser
  const rows = await read
    .select({ id, userName, firstName, lastName, role })
    .from(appUser)
    .where(hasAll(sql`concat(${firstName}, ' ', ${lastName}, ' ', ${userName}, ' ', ${role})`, words))
    .orderBy(asc(lastName), asc(firstName))
    .limit(MAX_OF_A_KIND)
  return rows.map((row) => ({
    key: `user ${row.id}`,
    label: `${row.firstName} ${row.lastName}`,
    note: [row.userName, row.role].filter(Boolean).join(', '),
    href: `/admin/users/${row.id}`,
    place: null,
  }))
}
