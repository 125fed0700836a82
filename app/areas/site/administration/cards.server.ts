import type { Read } from 'db/database'
import { appUser, authorisation, pendingChange, substitution } from 'db/schema/access'
import { fileFormat } from 'db/schema/file-formats'
import { calendarHoliday, exchangeRate } from 'db/schema/lookups'
import { ruleTolerance } from 'db/schema/navs'
import { workflowDefinition, workflowEvent } from 'db/schema/workflow'
import { and, count, countDistinct, eq, gt, gte, isNotNull, isNull, lte, max, min } from 'drizzle-orm'
import { secondPersonState } from '~/areas/access/second-person.server'
import { lastVerification } from '~/areas/access/verification.server'
import { LOOKUP_TABLES } from '~/areas/lookups/lookup-tables.server'
import { SHEET_NAMES } from '~/areas/lookups/sheets'
import { FILE_FORMAT } from '~/areas/navs/formats/requested-format'
import { backupLine } from '~/areas/system/health-line'
import { newestBackup } from '~/areas/system/site-health.server'
import { startOfDay } from '~/platform/values/as-of'
import type { Context } from '~/platform/values/context.server'
import { counted, formatList, showDay, showInstant } from '~/platform/values/show'
import { REFERENCE_DATA } from '~/platform/workflow/record-act.server'
import type { PublicKey } from '~/platform/workflow/signing.server'

/** What a page of Administration holds now. */
export interface CardFacts {
  /** At the right of its name. */
  count?: string
  /** In place of what the page is for. */
  about?: string
  /** What needs a look, in a few words. */
  waits?: string
}

const shown = (number: number) => number.toLocaleString('en-GB')

/** What is known of the process that serves the site. */
interface ServedBy {
  /** "0.1.0" */
  version: string | undefined
  /** Where backups are kept; undefined where the settings name no folder. */
  backupFolder: string | undefined
  /** Real time, which backups have. */
  realNow: Date
  /** The public keys that verify what the site signed. */
  keys: readonly PublicKey[]
}

/** What the pages of Administration hold now, by address; a page without facts says what it is for. */
export async function administrationCards(
  context: Context,
  served: ServedBy,
): Promise<Record<string, CardFacts>> {
  const { read } = context
  const [users, rights, away, pending, imports, lookups, formats, tolerances, workflows, trail, system] =
    await Promise.all([
      userFacts(read),
      authorisationFacts(read),
      substituteFacts(context),
      pendingFacts(context),
      importFacts(context),
      lookupFacts(read),
      formatFacts(read),
      toleranceFacts(read),
      workflowFacts(context),
      trailFacts(context, served.keys),
      systemFacts(context, served),
    ])
  return {
    '/admin/users': users,
    '/admin/authorisations': rights,
    '/admin/substitutes': away,
    '/admin/changes': pending,
    '/admin/import': imports,
    '/admin/lookups': lookups,
    '/admin/formats': formats,
    '/admin/tolerances': tolerances,
    '/admin/workflows': workflows,
    '/admin/audit': trail,
    '/admin/system': system,
  }
}

/** How much happened today, and when the whole trail was last verified. */
async function trailFacts(
  { read, today, timeZone }: Context,
  keys: readonly PublicKey[],
): Promise<CardFacts> {
  const [events, verified] = await Promise.all([
    read.$count(workflowEvent, gte(workflowEvent.at, startOfDay(today, timeZone))),
    lastVerification(read, keys),
  ])
  const when = verified && showInstant(verified.at, timeZone)
  return {
    count: `${shown(events)} today`,
    about: when ? `verified ${when}` : 'not verified yet',
    ...(verified && !verified.isIntact && { waits: 'not intact' }),
  }
}

async function systemFacts(
  { read, timeZone }: Context,
  { version, backupFolder, realNow }: ServedBy,
): Promise<CardFacts> {
  const { off } = await secondPersonState(read)
  const newest = newestBackup(backupFolder)
  const isOld = newest !== undefined && backupLine(newest, realNow).well === false
  const waits = [
    ...(isOld ? [newest === null ? 'no backup yet' : 'no backup since'] : []),
    ...(off ? ['second person switched off'] : []),
  ]
  return {
    ...(version !== undefined && { count: version }),
    ...(newest && { about: `last backup ${showInstant(newest, timeZone)}` }),
    ...(waits.length > 0 && { waits: waits.join(', ') }),
  }
}

async function substituteFacts({ read, now }: Context): Promise<CardFacts> {
  const inForce = and(lte(substitution.startsAt, now), gt(substitution.endsAt, now))
  const count = await read.$count(substitution, inForce)
  return count === 0 ? {} : { count: shown(count), about: 'in force today' }
}

async function userFacts(read: Read): Promise<CardFacts> {
  const { disabledAt, passwordHash, signOnSubject } = appUser
  const [enabled, disabled, locked] = await Promise.all([
    read.$count(appUser, isNull(disabledAt)),
    read.$count(appUser, isNotNull(disabledAt)),
    read.$count(appUser, and(isNull(disabledAt), isNull(passwordHash), isNull(signOnSubject))),
  ])
  return {
    count: shown(enabled),
    ...(disabled > 0 && { about: `${shown(disabled)} disabled` }),
    ...(locked > 0 && { waits: `${shown(locked)} cannot log in yet` }),
  }
}

async function authorisationFacts(read: Read): Promise<CardFacts> {
  const [row] = await read
    .select({
      all: count(),
      users: countDistinct(authorisation.userId),
      functions: countDistinct(authorisation.functionId),
    })
    .from(authorisation)
  const { all = 0, users = 0, functions = 0 } = row ?? {}
  return { count: shown(all), about: `${counted(users, 'user')}, ${counted(functions, 'function')}` }
}

async function pendingFacts({ read, timeZone }: Context): Promise<CardFacts> {
  const [row] = await read
    .select({ all: count(), oldest: min(pendingChange.requestedAt) })
    .from(pendingChange)
    .where(isNull(pendingChange.decision))
  const { all = 0, oldest = null } = row ?? {}
  if (all === 0) return { count: '0' }
  return { count: shown(all), waits: `oldest since ${showInstant(oldest, timeZone)}` }
}

async function importFacts({ read, timeZone }: Context): Promise<CardFacts> {
  const { objectKind, objectId, name, at } = workflowEvent
  const { kind, objectId: referenceId } = REFERENCE_DATA
  const [row] = await read
    .select({ last: max(at) })
    .from(workflowEvent)
    .where(and(eq(objectKind, kind), eq(objectId, referenceId), eq(name, 'import')))
  const last = row?.last ?? null
  return {
    count: counted(SHEET_NAMES.length, 'table'),
    ...(last !== null && { about: `last import ${showInstant(last, timeZone)}` }),
  }
}

async function lookupFacts(read: Read): Promise<CardFacts> {
  const [[rates], [holidays]] = await Promise.all([
    read.select({ to: max(exchangeRate.date) }).from(exchangeRate),
    read.select({ to: max(calendarHoliday.date) }).from(calendarHoliday),
  ])
  const known = [
    ...(rates?.to ? [`rates to ${showDay(rates.to)}`] : []),
    ...(holidays?.to ? [`holidays to ${showDay(holidays.to)}`] : []),
  ]
  return {
    count: counted(LOOKUP_TABLES.length, 'list'),
    ...(known.length > 0 && { about: known.join(', ') }),
  }
}

async function formatFacts(read: Read): Promise<CardFacts> {
  const [[codes], pending] = await Promise.all([
    read.select({ all: countDistinct(fileFormat.code) }).from(fileFormat),
    read.$count(pendingChange, and(isNull(pendingChange.decision), eq(pendingChange.kind, FILE_FORMAT))),
  ])
  return {
    count: shown(codes?.all ?? 0),
    ...(pending > 0 && { waits: `${shown(pending)} pending` }),
  }
}

async function toleranceFacts(read: Read): Promise<CardFacts> {
  const rows = await read
    .select({ level: ruleTolerance.level, all: count() })
    .from(ruleTolerance)
    .groupBy(ruleTolerance.level)
  const of = (level: string) => rows.find((row) => row.level === level)?.all ?? 0
  return {
    count: shown(rows.reduce((sum, { all }) => sum + all, 0)),
    about: `${shown(of('fund'))} of a fund, ${shown(of('fund type'))} of a fund type`,
  }
}

async function workflowFacts({ read, today }: Context): Promise<CardFacts> {
  const { kind, version, validFrom } = workflowDefinition
  const [[kinds], later] = await Promise.all([
    read.select({ all: countDistinct(kind) }).from(workflowDefinition),
    read.select({ kind, version, validFrom }).from(workflowDefinition).where(gt(validFrom, today)),
  ])
  const versions = later.map((each) => `${each.kind} version ${each.version} from ${showDay(each.validFrom)}`)
  return {
    count: shown(kinds?.all ?? 0),
    ...(versions.length > 0 && { about: formatList(versions) }),
  }
}
