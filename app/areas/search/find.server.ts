import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { fund, legalEntity } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { workflowEvent, workflowInstance } from 'db/schema/workflow'
import { and, asc, desc, eq, inArray, max, notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Actor, type FunctionId, isAllowed } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { accentedWords, plainSql } from '~/areas/reference-data/find-entities.server'
import { joined } from '~/platform/lists/list-fields.server'
import { likeText } from '~/platform/lists/sql-where.server'
import {
  type KindAtWork,
  kindsAtWork,
  objectKind,
  objectPage,
  place,
} from '~/platform/objects/object-kinds.server'
import { plain } from '~/platform/tables/options.server'
import { type Day, dayOf } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { showMoney } from '~/platform/values/show'
import type { EventClass } from '~/platform/workflow/types'
import { commandsFor, isBegun } from './commands.server'
import { type Found, type FoundGroup, MAX_OF_A_KIND, searchTerms } from './search'

const may =
  (...ids: FunctionId[]) =>
  (actor: Actor) =>
    ids.some((id) => isAllowed(actor, id))

/** For whom it is searched. */
type Searching = Pick<UserContext, 'read' | 'actor'>

/** Every kind of object, how it is searched, and who may. */
const KINDS: readonly {
  title: string
  mayFind: (actor: Actor) => boolean
  find: (context: Searching, words: readonly string[]) => Promise<Found[]>
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
export async function search(context: UserContext, text: string): Promise<FoundGroup[]> {
  const { actor } = context
  const words = searchTerms(text)
  const kinds = words.length === 0 ? [] : KINDS.filter(({ mayFind }) => mayFind(actor))
  const found = await Promise.all(
    kinds.map(async ({ title, find }) => ({ title, items: await find(context, words) })),
  )
  const recent = { title: 'Recent', items: await recentObjects(context, words) }
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
async function recentObjects({ read, actor }: Searching, words: readonly string[]): Promise<Found[]> {
  const { objectId, userId, at } = workflowEvent
  const acts = read
    .select({ objectId, at })
    .from(workflowEvent)
    .where(eq(userId, actor.id))
    .orderBy(desc(at))
    .limit(RECENT_ACTS)
    .as('acts')
  const recent = await read
    .select({ id: acts.objectId })
    .from(acts)
    .groupBy(acts.objectId)
    .orderBy(desc(max(acts.at)))
  if (recent.length === 0) return []
  const ids = recent.map(({ id }) => id)
  const rows = await objectsOfKinds(read, mayOpen(actor), {
    where: (title) => and(inArray(place.objectId, ids), hasAll(title, words)),
    most: ids.length,
  })
  return rows
    .sort((one, other) => ids.indexOf(one.objectId) - ids.indexOf(other.objectId))
    .slice(0, MAX_OF_A_KIND)
    .map((row) => foundObject(row))
}

const hasAll = (text: SQLWrapper, words: readonly string[]): SQL =>
  sql.join(
    [sql`true`, ...words.map((word) => sql`strpos(${plainSql(text)}, ${plain(word)}) > 0`)],
    sql` and `,
  )

type StoredObject = Awaited<ReturnType<typeof objectsOf>>[number]

const foundObject = (
  { objectId, kind, title, amount, currency, ...state }: StoredObject,
  label = title,
): Found => ({
  key: `${kind} ${objectId}`,
  label,
  note: amount === null ? '' : showMoney(amount, currency),
  href: objectPage({ kind, objectId }),
  place: { ...state, class: state.class as EventClass },
})

interface Wanted {
  where: (title: SQL) => SQL | undefined
  /** Of each kind. */
  most?: number
}

/** The newest objects of a kind, each with what lists of work show of it. */
const objectsOf = (read: Read, { kind, atWork }: KindAtWork, { where, most = MAX_OF_A_KIND }: Wanted) =>
  joined(
    read
      .select({
        objectId: place.objectId,
        kind: place.kind,
        queue: place.queue,
        status: place.status,
        class: place.class,
        title: sql<string>`${atWork.title}`,
        amount: sql<Decimal | null>`${atWork.amount}`,
        currency: sql<string | null>`${atWork.currency}`,
      })
      .from(place)
      .$dynamic(),
    atWork.joins,
  )
    .where(and(eq(place.kind, kind), where(atWork.title)))
    .orderBy(desc(place.objectId))
    .limit(most)

async function objectsOfKinds(
  read: Read,
  kinds: readonly KindAtWork[],
  wanted: Wanted,
): Promise<StoredObject[]> {
  const [first, ...others] = kinds.map((each) => objectsOf(read, each, wanted))
  return first ? others.reduce((all, part) => all.unionAll(part), first) : []
}

const mayOpen = (actor: Actor): KindAtWork[] =>
  kindsAtWork().filter(({ kind }) => objectKind(kind)?.functions.some((each) => isAllowed(actor, each)))

/** "1234": the object with this id. */
async function objectsNumbered({ read, actor }: Searching, words: readonly string[]): Promise<Found[]> {
  const [word = ''] = words
  if (words.length !== 1 || !/^#?[1-9]\d{0,14}$/.test(word)) return []
  const id = Number(word.replace('#', ''))
  const rows = await objectsOfKinds(read, mayOpen(actor), { where: () => eq(place.objectId, id) })
  const labels = new Map(kindsAtWork().map(({ kind, atWork }) => [kind, atWork.label]))
  return rows.map((row) =>
    foundObject(row, `${labels.get(row.kind) ?? row.kind} ${row.objectId}: ${row.title}`),
  )
}

/** Drafts and budgets under way: a completed draft is an invoice, which is found itself. */
function openObjects(wanted: 'draft' | 'payment run' | 'budget') {
  const open = wanted === 'draft' ? notInArray(place.queue, ['SYSTEM', 'COMPLETED']) : undefined
  return async ({ read }: Searching, words: readonly string[]): Promise<Found[]> => {
    const kinds = kindsAtWork().filter(({ kind }) => kind === wanted)
    const rows = await objectsOfKinds(read, kinds, { where: (title) => and(open, hasAll(title, words)) })
    return rows.map((row) => foundObject(row))
  }
}

/** The day that a word gives, as dd/MM/yyyy or yyyy-MM-dd; null for other words. */
function dayIn(word: string): Day | null {
  const european = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(word)
  if (european) return dayOf(Number(european[3]), Number(european[2]), Number(european[1]))
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)
  return iso ? dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])) : null
}

interface StoredNav {
  object_id: string
  queue: string
  status: string
  class: string
  day: Day
  name: string
  code: string
}

/** The newest NAVs of the funds whose code or name has the words; a word that is a day is the NAV date. */
async function navs({ read, actor }: Searching, words: readonly string[]): Promise<Found[]> {
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
  return (rows as StoredNav[]).map((row) => ({
    key: `nav ${row.object_id}`,
    label: `${row.name}, ${row.day.split('-').reverse().join('/')}`,
    note: row.code,
    href: `${list}/${row.object_id}`,
    place: { class: row.class as EventClass, status: row.status, queue: row.queue },
  }))
}

/** Funds of which no NAV is expected yet: those of the others are found as their NAVs. */
async function fundsWithoutNavs({ read, actor }: Searching, words: readonly string[]): Promise<Found[]> {
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
async function invoices({ read }: Searching, words: readonly string[]): Promise<Found[]> {
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
    note: showMoney(row.gross, row.currency),
    place: { class: row.eventClass as EventClass, status: row.eventStatus, queue: row.eventQueue },
  }))
}

/** A legal entity leads to its bank accounts. */
async function entities({ read }: Searching, words: readonly string[]): Promise<Found[]> {
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
async function suppliers({ read, actor }: Searching, words: readonly string[]): Promise<Found[]> {
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

async function users({ read }: Searching, words: readonly string[]): Promise<Found[]> {
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
