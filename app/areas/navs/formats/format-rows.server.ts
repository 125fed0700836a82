import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { fundNav, navControl } from 'db/schema/navs'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { fullName, userNames } from '~/areas/access/users.server'
import { stateOn } from '~/platform/approvals/dated/valid-days'
import { waitingOfKind } from '~/platform/approvals/pending-changes.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { type FormatDifference, formatDifferences } from './differences'
import type { ControlUseRow, FormatRow, VersionRow } from './format-rows'
import { formatVersions } from './formats.server'
import { FUNDESK } from './fundesk'
import { FUNDESK_JSON } from './fundesk-format'
import { FILE_FORMAT } from './requested-format'
import { formatOfText } from './try-format.server'

/** The built-in format, the newest version of each other one, and the versions that wait for a second person. */
export async function formatRows(read: Read, today: Day): Promise<FormatRow[]> {
  const newest = new Map((await formatVersions(read)).map((version) => [version.code, version]))
  const { code, name, provider, from, to } = FUNDESK_JSON
  const builtIn: FormatRow = { code, name, provider, version: 1, from, to, status: 'active' }
  const stored = [...newest.values()].map(
    (version): FormatRow => ({
      code: version.code,
      name: version.name,
      provider: version.provider,
      version: version.version,
      from: version.validFrom,
      to: version.validTo,
      status: stateOn(today, version),
    }),
  )
  const waiting = (await waitingOfKind(read, FILE_FORMAT)).map(({ target, after }): FormatRow => {
    const format = formatOfText((after as { definition: string }).definition)
    const version = (newest.get(target)?.version ?? 0) + 1
    return {
      code: target,
      name: format.name,
      provider: format.provider,
      version,
      from: format.from,
      to: format.to,
      status: 'pending',
    }
  })
  return [builtIn, ...stored, ...waiting]
}

/** The JSON of a version of a format, and its number; the newest without one. @throws DomainError not-found */
export async function formatJson(
  read: Read,
  code: string,
  version?: number,
): Promise<{ version: number; definition: string }> {
  if (code === FUNDESK && (version ?? 1) === 1)
    return { version: 1, definition: JSON.stringify(FUNDESK_JSON, null, 2) }
  const versions = await formatVersions(read, code)
  const found = version === undefined ? versions.at(-1) : versions.find((each) => each.version === version)
  if (found) return found
  throw new DomainError(
    'not-found',
    version === undefined
      ? `There is no file format ${code}. Choose one from the list of formats.`
      : `There is no version ${version} of a file format ${code}. Choose one from its versions.`,
  )
}

/** What differs between two versions of a format. @throws DomainError not-found */
export async function versionDifferences(
  read: Read,
  code: string,
  versions: { before: number; after: number },
): Promise<FormatDifference[]> {
  const [before, after] = [
    await formatJson(read, code, versions.before),
    await formatJson(read, code, versions.after),
  ]
  return formatDifferences(JSON.parse(before.definition), JSON.parse(after.definition))
}

/** All versions of a format, the newest first. */
export async function versionRows(read: Read, code: string): Promise<VersionRow[]> {
  const versions = await formatVersions(read, code)
  const names = await userNames(
    read,
    versions.flatMap(({ proposedBy, approvedBy }) => [proposedBy, approvedBy]),
  )
  const nameOf = (id: number | null) => {
    const user = id === null ? undefined : names.get(id)
    return user ? `${user.firstName} ${user.lastName}` : 'Command line'
  }
  return versions.toReversed().map((version) => ({
    version: version.version,
    name: version.name,
    from: version.validFrom,
    to: version.validTo,
    proposedBy: nameOf(version.proposedBy),
    approvedBy: nameOf(version.approvedBy),
    approvedAt: version.approvedAt,
  }))
}

/** The controls whose files a format read, the newest first. */
export function controlsByFormat(read: Read, code: string, version?: number): Promise<ControlUseRow[]> {
  const ofVersion = version === undefined ? undefined : eq(navControl.formatVersion, version)
  return read
    .select({
      controlId: navControl.id,
      fundNavId: navControl.fundNavId,
      fundCode: fund.code,
      navDate: fundNav.navDate,
      version: navControl.formatVersion,
      submissionDate: navControl.submittedAt,
      user: fullName,
    })
    .from(navControl)
    .innerJoin(fundNav, eq(fundNav.id, navControl.fundNavId))
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
    .leftJoin(appUser, eq(appUser.id, navControl.userId))
    .where(and(eq(navControl.formatCode, code), ofVersion, isNull(navControl.navErrorId)))
    .orderBy(desc(navControl.submittedAt), desc(navControl.id))
}
