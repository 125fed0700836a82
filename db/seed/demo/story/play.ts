import { appUser } from 'db/schema/access'
import { fund } from 'db/schema/lookups'
import { fundNav } from 'db/schema/navs'
import { idempotencyKey } from 'db/schema/workflow'
import { and, eq, inArray, isNull, like } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { runControl } from '~/areas/navs/control/run-control.server'
import { explainDifference } from '~/areas/navs/explained/explain-difference.server'
import { runMatching } from '~/areas/navs/matching/matching.server'
import { receiveSources } from '~/areas/navs/sources/upload-sources.server'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { Day } from '~/platform/values/day'
import { definitionInForce, stepsOf } from '~/platform/workflow/definition.server'
import type { Step } from '~/platform/workflow/types'
import type { Database } from '../../../database'
import { LAST_DAY } from '../calendar'
import { demoWork, playOnce } from '../demo-work'
import { SITTING_KEYS, type Sitting } from './sitting'
import { stories } from './stories'

interface Stage {
  database: Database
  workers: ControlWorkers
  say: (line: string) => void
  /** Called after each sitting with what is being played, "NAVs of 18/08/2026", and the fraction done. */
  onPlayed: (what: string, share: number) => void
}

/** The people and objects in sittings, by name. */
interface Cast {
  actors: ReadonlyMap<string, Actor>
  navIds: ReadonlyMap<string, number>
  steps: readonly Step[]
}

/** Sittings played in parallel: more would only wait for the processors. */
const AT_ONCE = 4
const MINUTE = 60_000

/**
 * Plays the events of the demo's three months through the product's own functions, as of their dates. Each sitting is
 * stored under its key, so that a stored sitting is skipped.
 */
export async function playStories(stage: Stage): Promise<void> {
  const { read } = stage.database
  const done = new Set(
    (
      await read
        .select({ key: idempotencyKey.key })
        .from(idempotencyKey)
        .where(like(idempotencyKey.key, `${SITTING_KEYS}%`))
    ).map(({ key }) => key),
  )
  const cast = await castOf(stage.database)
  let lastMessage = Date.now()
  const all = stories()
  const left = all.filter(({ key }) => !done.has(key))
  let played = all.length - left.length
  for (const [day, sittings] of byDay(left)) {
    const what = `NAVs of ${day.split('-').reverse().join('/')}`
    if (Date.now() - lastMessage > 2_000) {
      stage.say(`Loading the demo data: ${what}…`)
      lastMessage = Date.now()
    }
    await inOrder(sittings, async (sitting) => {
      await play(stage, cast, sitting)
      played += 1
      stage.onPlayed(what, played / all.length)
    })
  }
}

async function play({ database, workers }: Stage, cast: Cast, sitting: Sitting): Promise<void> {
  const { key, at, work } = sitting
  const actor = cast.actors.get(sitting.who)
  if (!actor) throw new Error(`${key}: there is no such user`)
  const desk = demoWork(database, actor, at, key)
  if (work.kind === 'sources') {
    const { funds, expected: expectedSources, sender } = work
    await playOnce(database, { key: `${key}/expected`, userId: actor.id, now: at }, async (tx) => {
      await tx
        .update(fund)
        .set({ expectedSources, announcementsKept: true })
        .where(and(inArray(fund.code, [...funds]), isNull(fund.expectedSources)))
    })
    const upload = { files: work.files(), sender, format: '', kind: null, dryRun: false }
    await receiveSources(desk, { workers }, upload)
    return
  }
  const fundNavId = cast.navIds.get(`${sitting.fundCode} ${sitting.navDate}`)
  if (fundNavId === undefined) throw new Error(`${key}: there is no such NAV`)
  if (work.kind === 'control') {
    const files = work.files()
    const { set, reasonCode, comment } = work
    await runControl(desk, { workers }, { set, files, reasonCode, comment, fundNavId })
  } else if (work.kind === 'matching') {
    await runMatching(desk, { workers }, { fundNavId, files: [work.file()] })
  } else if (work.kind === 'explained') {
    await explainDifference(desk, { workers }, { ...work.given, navId: fundNavId })
  } else {
    await playOnce(database, { key, userId: actor.id, now: at }, async (tx) => {
      for (const [index, act] of work.acts.entries())
        await act({
          tx,
          actor,
          fundNavId,
          steps: cast.steps,
          now: new Date(at.getTime() + index * MINUTE),
        })
    })
  }
}

async function castOf({ read }: Database): Promise<Cast> {
  const users = await read.select({ id: appUser.id, userName: appUser.userName }).from(appUser)
  const actors = new Map<string, Actor>()
  for (const { id, userName } of users) {
    const actor = await actorById({ read, now: new Date() }, id)
    if (actor) actors.set(userName, actor)
  }
  const navs = await read
    .select({ id: fundNav.id, code: fund.code, navDate: fundNav.navDate })
    .from(fundNav)
    .innerJoin(fund, eq(fund.id, fundNav.fundId))
  return {
    actors,
    navIds: new Map(navs.map(({ id, code, navDate }) => [`${code} ${navDate}`, id])),
    steps: await stepsOf(read, await definitionInForce(read, 'nav', LAST_DAY)),
  }
}

function byDay(sittings: readonly Sitting[]): Map<Day, Sitting[]> {
  return grouped(sittings, ({ at }) => at.toISOString().slice(0, 10))
}

function grouped(sittings: readonly Sitting[], nameOf: (sitting: Sitting) => string): Map<string, Sitting[]> {
  const groups = new Map<string, Sitting[]>()
  for (const sitting of sittings) {
    const name = nameOf(sitting)
    const group = groups.get(name)
    if (group) group.push(sitting)
    else groups.set(name, [sitting])
  }
  return groups
}

/**
 * Plays the sittings of a day, some in parallel: those of one fund in sequence, and all controls in sequence, because a
 * control compares its prices with those that other funds have at that moment, and with the sources that have arrived.
 */
async function inOrder(
  sittings: readonly Sitting[],
  work: (sitting: Sitting) => Promise<void>,
): Promise<void> {
  const last = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let free = AT_ONCE
  const seated = async (sitting: Sitting) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      await work(sitting)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
  await Promise.all(
    sittings.map((sitting) => {
      const { kind } = sitting.work
      const lanes = [
        ...(sitting.work.kind === 'sources' ? sitting.work.funds : [sitting.fundCode]),
        ...(['control', 'sources', 'explained'].includes(kind) ? ['controls'] : []),
      ]
      const played = Promise.all(lanes.map((lane) => last.get(lane))).then(() => seated(sitting))
      for (const lane of lanes) last.set(lane, played)
      return played
    }),
  )
}
