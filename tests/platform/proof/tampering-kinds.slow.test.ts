import { connectDatabase } from 'db/database'
import {
  disconnect,
  everyKindSite,
  tamperedCopy,
  verifiedHistory,
} from 'tests/support/evidence/every-kind-site'
import { groupsOfAllPairs, pairsOf } from 'tests/support/evidence/groups-of-pairs'
import { drawer } from 'tests/support/evidence/tamper'
import { type Account, type Kind, tamperingKinds } from 'tests/support/evidence/tampering-kinds'
import { opened } from 'tests/support/opened'
import { partOfRun, rounds } from 'tests/support/rounds'
import { expect, test } from 'vitest'
import { unprovenTables } from '~/platform/proof/object-proof.server'

const site = await opened(everyKindSite())
const kinds = await tamperingKinds(site)
const [newest] = await site.admin`select max(at) as at from change_seal`
await disconnect(site)

/** A kind as one of the accounts that can do it does it. */
const deedOf = (kind: Kind, by: Account) => ({ kind, by, name: `${kind.what}, by the ${by} account` })
type Deed = ReturnType<typeof deedOf>
const accountsOf = (kind: Kind) => Object.keys(kind.by) as Account[]

/** The tamperings of one copy that were not reported, as sentences. */
async function untold(done: readonly Deed[], { onPage = false } = {}): Promise<string[]> {
  const copy = await tamperedCopy(site)
  try {
    for (const { kind, by } of done) await copy.run(by, kind.by[by] ?? [])
    const { code, findings } = await verifiedHistory(copy, site)
    const misses = code === 1 ? [] : [`the code is ${code}`]
    for (const { kind, name } of done)
      for (const found of kind.found)
        if (!findings.some((finding) => found.test(finding)))
          misses.push(`${name}: ${found} is not in ${findings.slice(0, 10).join(' | ') || 'nothing'}`)
    if (onPage) for (const { kind, name } of done) misses.push(...(await unseen(copy.url, kind, name)))
    return misses
  } catch (error) {
    return [`${done.map(({ name }) => name).join(' and ')}: ${(error as Error).message}`]
  } finally {
    await copy.close()
  }
}

/** Whether the page of the object says nothing, now or as of an instant before. */
async function unseen(url: string, { page }: Kind, name: string): Promise<string[]> {
  if (!page) return []
  const database = connectDatabase({ url })
  try {
    const now = await unprovenTables(database.read, site.signing.all, page.object, null)
    const past = database.past(newest?.at)
    const then = await unprovenTables(past, site.signing.all, page.object, newest?.at)
    return [
      ...(now.includes(page.table) ? [] : [`${name}: the page does not tell of ${page.table}`]),
      ...(then.includes(page.table) ? [] : [`${name}: the page of the past does not tell of ${page.table}`]),
    ]
  } finally {
    await database.close()
  }
}

test('there are 100 kinds at least, and an untouched copy is intact', async () => {
  expect(kinds.length).toBeGreaterThanOrEqual(100)
  expect(new Set(kinds.map(({ what }) => what)).size).toBe(kinds.length)
  const copy = await tamperedCopy(site)
  try {
    expect(await verifiedHistory(copy, site)).toEqual({ code: 0, findings: [] })
    const database = connectDatabase({ url: copy.url })
    for (const { page } of kinds)
      if (page) expect(await unprovenTables(database.read, site.signing.all, page.object, null)).toEqual([])
    await database.close()
  } finally {
    await copy.close()
  }
})

test('where all seals and checkpoints were removed, an object has nothing to compare with, and the audit reports it', async () => {
  const copy = await tamperedCopy(site)
  const database = connectDatabase({ url: copy.url })
  try {
    const { invoice } = site.objects
    await copy.run('superuser', [
      `update invoice set due_date = '2027-01-31' where id = ${invoice}`,
      'delete from change_seal',
    ])
    const object = { kind: 'invoice', id: invoice } as const
    const shown = () => unprovenTables(database.read, site.signing.all, object, null)
    expect(await shown()).toContain('invoice')
    await copy.run('superuser', ['delete from audit_checkpoint'])
    expect(await shown()).toEqual([])
    const { code, findings } = await verifiedHistory(copy, site)
    expect(code).toBe(1)
    expect(findings).toContainEqual(expect.stringMatching(/^The database misses checkpoint \d+ /))
  } finally {
    await database.close()
    await copy.close()
  }
})

/** By how many of the accounts that can do it. */
const EACH = rounds(1, 2)

/** Each kind by another account than the one before it. */
const alone = kinds.flatMap((kind, at) => {
  const accounts = accountsOf(kind)
  const turned = accounts.map((_, place) => accounts[(at + place) % accounts.length] ?? 'superuser')
  return turned.slice(0, EACH).map((by) => deedOf(kind, by))
})

/** Of two kinds that do not touch the same, neither undoes or drowns the other. */
const isApart = (one: Kind, other: Kind) =>
  !one.on.some((table) => other.on.includes(table)) && !one.drowns && !other.drowns

/** How many kinds one copy has at most: each by itself where there is time for it. */
const IN_A_COPY = rounds(5, 1)

/** The tamperings in as few copies as can be; what an account changed for all that connect later would undo the next one's. */
function inCopies(deeds: readonly Deed[]): Deed[][] {
  const copies: Deed[][] = []
  for (const deed of deeds) {
    const copy = copies.find(
      (made) =>
        made.length < IN_A_COPY && made.every(({ kind, by }) => by === deed.by && isApart(kind, deed.kind)),
    )
    if (copy) copy.push(deed)
    else copies.push([deed])
  }
  return copies
}

/** Copies at a time: while one is made or removed, another is verified. */
const AT_A_TIME = 2

/** The tamperings of all copies that were not reported. */
async function missesOf(
  copies: readonly (readonly Deed[])[],
  pages?: { onPage: boolean },
): Promise<string[]> {
  const waiting = [...copies]
  const misses: string[] = []
  const inTurn = async () => {
    for (let done = waiting.shift(); done; done = waiting.shift()) misses.push(...(await untold(done, pages)))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, inTurn))
  return misses
}

test('each kind of tampering is named by the audit and at the object’s page', async () => {
  expect(await missesOf(inCopies(partOfRun(alone)), { onPage: true })).toEqual([])
}, 900_000)

const pairs = pairsOf(kinds).filter(([one, other]) => isApart(one, other))
const draw = drawer(43)
/** Kinds of one copy: each of them has to be named beside all others. */
const TOGETHER = 6

/** Triggers do not fire after it: what the application's account writes then leaves other traces. */
const silences = ({ by }: Kind) =>
  Number(by.structure?.some((each) => each.includes('session_replication_role')) ?? false)

/** Each kind by one of the accounts that can do it. */
const drawn = groupsOfAllPairs(kinds, { areCompatible: isApart, size: TOGETHER, draw })
  .slice(0, rounds(8, Number.POSITIVE_INFINITY))
  .map((group) =>
    group
      .toSorted((one, other) => silences(one) - silences(other))
      .map((kind) => {
        const accounts = accountsOf(kind)
        return deedOf(kind, accounts[draw(accounts.length)] ?? 'superuser')
      }),
  )
const tried = partOfRun(drawn)
const pairsTried = new Set(tried.flatMap((group) => pairsOf(group.map(({ kind }) => kind.what)).map(String)))

/** A copy takes a second, or two on a busy machine; TEST_PART runs some of them. */
const HOURS_2 = 2 * 60 * 60_000

test(
  `of kinds that are tried together none hides another, in ${pairsTried.size} of ${pairs.length} pairs`,
  async () => {
    expect(await missesOf(tried)).toEqual([])
  },
  HOURS_2,
)
