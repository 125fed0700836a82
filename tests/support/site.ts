import { clientOptions } from 'db/connection'
import type { Database } from 'db/database'
import { benchmarkLevel, fund, fundFee, shareClass } from 'db/schema/lookups'
import { workflowInstance, workflowStep } from 'db/schema/workflow'
import { seedBase } from 'db/seed/base/seed-base'
import { seedUsers } from 'db/seed/demo/users'
import { and, eq, isNull, or } from 'drizzle-orm'
import postgres from 'postgres'
import { contextOf } from 'tests/support/context'
import { type TestDatabaseOptions, testDatabase } from 'tests/support/postgres/database'
import { openThreads } from 'tests/support/threads'
import type { FundModel, ModelOptions } from 'tests/support/workbooks/fund-model'
import { FEES, fundHistory, fundOn } from 'tests/support/workbooks/model'
import type { BookPlan, SetKind } from 'tests/support/workbooks/plan'
import { writeMatching, writeSet } from 'tests/support/workbooks/write'
import { inject } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { workOf } from '~/areas/access/user-work.server'
import type { ControlUpload } from '~/areas/navs/control/control-upload'
import { type ControlRun, runControl } from '~/areas/navs/control/run-control.server'
import { runMatching } from '~/areas/navs/matching/matching.server'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import { type NavStepInput, navWorkflow } from '~/areas/navs/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { addDays, type Day } from '~/platform/values/day'

/** The users of product.md, section 1, by name. */
export type UserName =
  | `accountant${1 | 2}`
  | `teamleader${1 | 2}`
  | `manager${1 | 2}`
  | `clientdesk${1 | 2}`
  | `finance${1 | 2}`
  | `treasurer${1 | 2 | 3}`
  | `operations${1 | 2}`
  | 'auditor1'
  | `admin${'' | 2}`

export interface FundOptions extends ModelOptions {
  provider?: 'FIA' | 'MFFA'
  clientValidation?: boolean
  /** Its NAVs, oldest first, each to be sent within five days; by default that of `navDate` and the one 30 days before. */
  navDates?: Day[]
}

/** A fund of the site: its figures on both dates, and the ids of its two NAVs. */
export interface SiteFund {
  model: FundModel
  previous: FundModel
  set: SetKind
  navId: number
  previousNavId: number
  /** All its NAVs, oldest first. */
  navs: { navId: number; model: FundModel }[]
}

export interface StepOptions extends Partial<NavStepInput> {
  /** The status to take the step from, if not the current one. */
  from?: string
  /** The step, if not the one with the name. */
  stepId?: number
  /** The idempotency key of its form. */
  key?: string
}

/** The users of a template, which are the same at the start of each of its copies. */
const usersOf = new Map<string, readonly Actor[]>()

/**
 * A small site: base data, the users with their queues, funds with classes, benchmark and calendar, the real worker pool,
 * and a clock that advances by a second on each reading. Create one per test file:
 * `const site = await opened(testSite())`.
 */
export async function testSite(options: TestDatabaseOptions = {}) {
  let now = Date.parse('2026-11-02T08:00:00Z')
  const isSeeded = !options.server && !options.sign
  const server = options.server ?? inject(isSeeded ? 'seeded' : 'postgres')
  const database = await testDatabase({ clock: () => new Date(now), ...options, server })
  const threads = openThreads()
  const clock = () => {
    now += 1_000
    return new Date(now)
  }
  /** Sets the clock to a later time, from which it continues. */
  const setClock = (instant: string) => {
    now = Date.parse(instant)
  }
  const services = {
    database: database as Database,
    ...threads,
    clock,
    settings: { timeZone: 'Europe/Luxembourg' },
  }
  if (!isSeeded)
    await database.transaction(async (tx) => {
      await seedBase(tx, clock())
      await seedUsers(tx, clock())
    })
  const people = new Map<string, Actor>()
  /** Reads the users again, after their queues or authorisations changed. */
  async function reloadUsers() {
    for (const { id } of await database.ownerSql<{ id: number }[]>`select id from app_user`) {
      const actor = await actorById(contextOf({ read: database.read, now: new Date(now) }), id)
      if (actor) people.set(actor.userName, actor)
    }
  }
  const known = isSeeded ? usersOf.get(server.url) : undefined
  for (const actor of known ?? []) people.set(actor.userName, actor)
  if (!known) await reloadUsers()
  if (isSeeded) usersOf.set(server.url, [...people.values()])
  const admin = superuser(database.url, server.adminUrl)

  function actor(userName: UserName): Actor {
    const found = people.get(userName)
    if (!found) throw new Error(`no user ${userName}`)
    return found
  }

  /** What a user does in one transaction, as a request does it. @param key the idempotency key of its form */
  function as<Done>(
    who: UserName | Actor,
    work: (context: UserWriteContext) => Promise<Done>,
    key: string | null = null,
  ): Promise<Done> {
    const user = typeof who === 'string' ? actor(who) : who
    const { timeZone } = services.settings
    return database.transaction((tx) => work(contextOf({ tx, actor: user, now: clock(), timeZone, key })))
  }

  /** A fund with its classes, benchmark levels and NAVs on both dates of its model. */
  async function addFund({
    provider = 'FIA',
    clientValidation = true,
    navDates,
    ...given
  }: FundOptions): Promise<SiteFund> {
    const models = navDates ? fundOn(given, navDates) : fundHistory(given)
    const [previous, model] = models.slice(-2)
    if (!previous || !model) throw new Error('A fund has two NAVs at least')
    return database.transaction(async (tx) => {
      const benchmark = `INDEX ${model.fundCode}`
      const [row] = await tx
        .insert(fund)
        .values({
          code: model.fundCode,
          name: model.fundName,
          currency: model.fundCurrency,
          type: model.fundType,
          regime: model.regime,
          provider,
          clientValidation,
          accountant: 'accountant1',
          benchmark,
        })
        .returning({ id: fund.id })
      const fundId = row?.id ?? 0
      await tx.insert(shareClass).values(
        model.classes.map(({ code, name, currency, decimals, hedged, reference, managementFee }) => ({
          code,
          name,
          currency,
          decimals,
          hedged,
          reference,
          managementFee,
          fundId,
        })),
      )
      await tx.insert(fundFee).values(
        FEES.map(({ prefix, from, ...fee }) => ({
          ...fee,
          accountPrefix: prefix,
          fundId,
          validFrom: from,
        })),
      )
      await tx
        .insert(benchmarkLevel)
        .values(models.map(({ navDate: date, benchmarkLevel: level }) => ({ benchmark, date, level })))
      const limits = (navDate: Day) => ({
        maxPrebalanceDate: navDates ? addDays(navDate, 3) : null,
        maxSendingDate: navDates ? addDays(navDate, 5) : '2026-11-10',
      })
      const days = models.map(({ navDate }) => ({ fundId, navDate, ...limits(navDate) }))
      const ids = await expectNavs(
        contextOf({ tx, now: clock(), timeZone: services.settings.timeZone }),
        days,
      )
      const navs = models.map((each, at) => ({ navId: ids[at] ?? 0, model: each }))
      const [previousNavId = 0, navId = 0] = ids.slice(-2)
      return { model, previous, set: provider === 'MFFA' ? 'MFFA' : 'FIA3', navId, previousNavId, navs }
    })
  }

  /** The upload of a model’s workbooks; `change` gets their plans before they are written. */
  async function uploadOf(
    model: FundModel,
    set: SetKind,
    change?: (books: BookPlan[]) => void,
  ): Promise<ControlUpload> {
    const files = await writeSet(model, set, change)
    return {
      set,
      files: files.map(({ name, bytes }) => ({ fileName: name, bytes })),
      reasonCode: 'FIRST',
      comment: 'First control',
      fundNavId: null,
    }
  }

  /** Runs the control of a fund’s newest date. */
  async function control(
    user: UserName,
    { model, set }: Pick<SiteFund, 'model' | 'set'>,
    change?: (books: BookPlan[]) => void,
  ): Promise<ControlRun> {
    return runControl(workOf(services, actor(user)), services, await uploadOf(model, set, change))
  }

  async function stepId(navId: number, name: string, from?: string): Promise<number> {
    const [at] = await database.read
      .select()
      .from(workflowInstance)
      .where(eq(workflowInstance.objectId, navId))
    const status = from ?? at?.status ?? ''
    const steps = await database.read
      .select({ id: workflowStep.id, fromQueue: workflowStep.fromQueue })
      .from(workflowStep)
      .where(
        and(
          eq(workflowStep.definitionId, at?.definitionId ?? 0),
          eq(workflowStep.name, name),
          or(eq(workflowStep.fromStatus, status), isNull(workflowStep.fromStatus)),
        ),
      )
    // The same step may start from any status in several queues.
    const step = steps.find(({ fromQueue }) => fromQueue === at?.queue) ?? steps[0]
    if (!step) throw new Error(`no step ${name} from ${status}`)
    return step.id
  }

  /** Takes the step with this name from the NAV’s current status. */
  function step(user: UserName, navId: number, name: string, options?: StepOptions): Promise<string> {
    return stepAs(actor(user), navId, name, options)
  }

  async function stepAs(
    taker: Actor,
    navId: number,
    name: string,
    { from, stepId: chosen, key, ...given }: StepOptions = {},
  ): Promise<string> {
    const id = chosen ?? (await stepId(navId, name, from))
    const input: NavStepInput = {
      seenEventId: null,
      comment: '',
      ...given,
    }
    return as(taker, (context) => takeStep(context, navWorkflow, navId, id, input), key)
  }

  /** "SUBMITTED (TEAM LEADER)" */
  async function stateOf(navId: number): Promise<string> {
    const [at] = await database.read
      .select()
      .from(workflowInstance)
      .where(eq(workflowInstance.objectId, navId))
    return `${at?.status} (${at?.queue})`
  }

  /** Uploads the positions of the management company; `change` gets their plan before it is written. */
  async function matching(
    user: UserName,
    { model, navId }: Pick<SiteFund, 'model' | 'navId'>,
    change?: (book: BookPlan) => void,
  ) {
    const { name, bytes } = await writeMatching(model, change)
    const upload = { fundNavId: navId, files: [{ fileName: name, bytes }] }
    return runMatching(workOf(services, actor(user)), services, upload)
  }

  /** The row count of every business table, to check that nothing was stored. */
  async function rowCounts(): Promise<Record<string, number>> {
    const tables = await database.ownerSql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('throttle_count', 'lease', 'work_step', 'data_change', 'change_seal') order by 1`
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await database.ownerSql`select count(*)::int as n from ${database.ownerSql(name)}`
      counts[name] = Number(row?.n)
    }
    return counts
  }

  return {
    ...database,
    services,
    admin,
    clock,
    setClock,
    actor,
    as,
    reloadUsers,
    addFund,
    uploadOf,
    control,
    stepId,
    step,
    stepAs,
    stateOf,
    matching,
    rowCounts,
    transaction: database.transaction,
    read: database.read,
    async close() {
      await admin.end({ timeout: 2 })
      await database.close()
    },
  }
}

export type TestSite = Awaited<ReturnType<typeof testSite>>

/** A database superuser, with more rights than the application and its owner. */
function superuser(url: string, adminUrl: string) {
  const address = new URL(adminUrl)
  address.pathname = new URL(url).pathname
  return postgres({ ...clientOptions(address.toString()), max: 1, onnotice: () => {} })
}
