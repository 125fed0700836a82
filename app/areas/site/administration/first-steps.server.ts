import type { Read } from 'db/database'
import { appUser, authorisation, userQueue } from 'db/schema/access'
import { fileFormat } from 'db/schema/file-formats'
import { accountPrefix, fund, shareClass } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { workflowDefinition, workflowStep } from 'db/schema/workflow'
import { and, countDistinct, desc, eq, isNull, lte, max } from 'drizzle-orm'
import { fundsBeforeControl } from '~/areas/reference-import/before-control.server'
import { slugOf, templateHref, WHOLE } from '~/areas/reference-import/templates/guides'
import type { Context } from '~/platform/values/context.server'
import { counted, formatList } from '~/platform/values/show'
import { isMemberlessQueue } from '~/platform/workflow/kind-rules'
import type { FirstStep } from './first-steps'

/** How many names a sentence lists; the others are counted. */
const NAMED = 5

function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMED)
  const more = names.length - shown.length
  return formatList(more > 0 ? [...shown, `${more} more`] : shown)
}

const templates = (...tables: string[]) =>
  tables.map((label) => ({ label, href: templateHref(slugOf(label)) }))

interface Coded {
  code: string
}

type At = Pick<Context, 'read' | 'today'>

/** The steps of a site up to its first control, each with its state, found in the data. */
export async function firstSteps(at: At): Promise<FirstStep[]> {
  const { read } = at
  const [controls, users, funds, plan, calendar, formats] = await Promise.all([
    read.$count(navControl),
    usersStep(at),
    fundsStep(at),
    planStep(read),
    calendarStep(at),
    formatsStep(read),
  ])
  const control: FirstStep = {
    title: 'First control',
    state: controls > 0 ? 'done' : 'open',
    about:
      controls > 0
        ? `${counted(controls, 'control')} of your NAVs.`
        : 'No NAV was controlled yet. An accountant uploads the files of one.',
    to: '/nav-controls',
    act: 'NAV Controls',
    templates: [],
  }
  return [users, funds, plan, calendar, formats, control]
}

/** Who must be there for a NAV: its queues today (CLIENT only where a fund asks its client), and how many people. */
async function navTeams({ read, today }: At): Promise<{ queues: string[]; people: number }> {
  const { kind, validFrom, version, id } = workflowDefinition
  const [definition] = await read
    .select({ id })
    .from(workflowDefinition)
    .where(and(eq(kind, 'nav'), lte(validFrom, today)))
    .orderBy(desc(version))
    .limit(1)
  if (!definition) return { queues: [], people: 0 }
  const steps = await read
    .select({ queue: workflowStep.actingQueue, excludes: workflowStep.excludes })
    .from(workflowStep)
    .where(eq(workflowStep.definitionId, definition.id))
  const asking = await read.$count(fund, eq(fund.clientValidation, true))
  const queues = steps
    .map(({ queue }) => queue)
    .filter((queue) => !isMemberlessQueue(queue) && (queue !== 'CLIENT' || asking > 0))
  return {
    queues: [...new Set(queues)].sort(),
    // A step may exclude those who took earlier ones.
    people: 1 + Math.max(0, ...steps.map(({ excludes }) => excludes.length)),
  }
}

async function usersStep(at: At): Promise<FirstStep> {
  const { read } = at
  const [{ queues, people }, members, users] = await Promise.all([
    navTeams(at),
    read
      .select({ queue: userQueue.queue, userId: userQueue.userId })
      .from(userQueue)
      .innerJoin(appUser, and(eq(appUser.id, userQueue.userId), isNull(appUser.disabledAt)))
      .innerJoin(
        authorisation,
        and(
          eq(authorisation.userId, userQueue.userId),
          eq(authorisation.functionId, 'navctrl'),
          eq(authorisation.update, true),
        ),
      ),
    read.$count(appUser, isNull(appUser.disabledAt)),
  ])
  const ofNavs = members.filter(({ queue }) => queues.includes(queue))
  const empty = queues.filter((queue) => !ofNavs.some((member) => member.queue === queue))
  const working = new Set(ofNavs.map(({ userId }) => userId)).size
  const isDone = empty.length === 0 && working >= people
  return {
    title: 'Users',
    state: isDone ? 'done' : 'open',
    about: usersAbout({ users, empty, working, people }),
    to: '/admin/users',
    act: 'Users',
    templates: [{ label: 'All tables', href: templateHref(WHOLE) }, ...templates('Users', 'Authorisations')],
  }
}

interface Staff {
  users: number
  /** Queues of NAVs without members. */
  empty: string[]
  /** People who may work on NAVs, and how many each needs. */
  working: number
  people: number
}

function usersAbout({ users, empty, working, people }: Staff): string {
  if (empty.length > 0)
    return `No one in ${named(empty)} may update NAV Controls. Each NAV passes these queues, and no one approves their own work.`
  if (working < people)
    return `${counted(working, 'person', 'people')} may work on NAVs; with the four-eyes rule each needs ${people}.`
  return `${counted(users, 'user')}; every queue of a NAV has members.`
}

async function fundsStep(at: At): Promise<FirstStep> {
  const { read } = at
  const [funds, classes, before] = await Promise.all([
    read.$count(fund),
    read.$count(shareClass),
    fundsBeforeControl(at),
  ])
  const without = before.filter(({ missing }) => missing.some((what) => what.startsWith('a share class')))
  const about =
    funds === 0
      ? 'No fund yet. A control compares the files with the funds and classes stored here.'
      : without.length > 0
        ? `${named(without.map(({ code }) => code))}: no active share class.`
        : `${counted(funds, 'fund')}, ${counted(classes, 'share class', 'share classes')}.`
  return {
    title: 'Funds and share classes',
    state: funds > 0 && without.length === 0 ? 'done' : 'open',
    about,
    to: '/admin/import',
    act: 'Import',
    templates: templates('Legal entities', 'Funds', 'Share classes'),
  }
}

async function planStep(read: Read): Promise<FirstStep> {
  const prefixes = await read.$count(accountPrefix)
  return {
    title: 'Account plan',
    state: prefixes > 0 ? 'done' : 'open',
    about:
      prefixes > 0
        ? `${counted(prefixes, 'prefix', 'prefixes')}. Check that they fit the account numbers of your administrators.`
        : 'No account belongs to a class yet, so the rules on the balance cannot apply.',
    to: '/admin/lookups/account-plan',
    act: 'Account plan',
    templates: templates('Account plan'),
  }
}

async function calendarStep({ read, today }: At): Promise<FirstStep> {
  const { fundId, navDate } = fundNav
  const [funds, dated] = await Promise.all([
    read.select({ id: fund.id, code: fund.code }).from(fund).orderBy(fund.code),
    read
      .select({ fundId, last: max(navDate) })
      .from(fundNav)
      .groupBy(fundId),
  ])
  const last = new Map(dated.map((row) => [row.fundId, row.last]))
  const without = funds.filter(({ id }) => !last.has(id))
  const ending = funds.filter(({ id }) => (last.get(id) ?? today) < today)
  return {
    title: 'NAV calendar',
    state: funds.length > 0 && without.length === 0 ? 'done' : 'open',
    about: calendarAbout(funds.length, without, ending),
    to: '/admin/lookups/nav-calendar',
    act: 'NAV calendar',
    templates: templates('NAV calendar', 'Calendar holidays'),
  }
}

function calendarAbout(funds: number, without: readonly Coded[], ending: readonly Coded[]): string {
  const codes = (some: readonly Coded[]) => named(some.map(({ code }) => code))
  if (funds === 0) return 'No NAV date is expected yet. Only expected NAVs can be controlled.'
  if (without.length > 0) return `${codes(without)}: no NAV date.`
  if (ending.length > 0) return `${codes(ending)}: no NAV date from today on.`
  return 'Every fund has NAV dates ahead.'
}

async function formatsStep(read: Read): Promise<FirstStep> {
  const [row] = await read.select({ all: countDistinct(fileFormat.code) }).from(fileFormat)
  const all = row?.all ?? 0
  return {
    title: 'File formats',
    state: all > 0 ? 'done' : 'optional',
    about:
      all > 0
        ? `${counted(all, 'format')} of your administrators.`
        : 'Files in Fundesk’s own layout need none. Teach a format once for each administrator with another layout.',
    to: '/admin/formats',
    act: 'File formats',
    templates: [],
  }
}
