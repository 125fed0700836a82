import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'db/database'
import { CommitOutcomeUnknown, DatabaseUnavailable } from 'db/failures'
import { sql } from 'drizzle-orm'
import { chapter } from 'tests/support/chapter'
import { contextOf, userWork } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { type SiteFund, testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { runControl } from '~/areas/navs/control/run-control.server'
import { navWorkflow } from '~/areas/navs/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { historyOf } from '~/platform/workflow/history.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

let count = 0
const site = await opened(testSite({ writeConnections: 8, readConnections: 6 }))

const KILLING_MS = rounds(8_000, 15_000)
const ROUND: [name: string, user: UserName][] = [
  ['control', 'accountant1'],
  ['submit', 'accountant1'],
  ['approve', 'teamleader1'],
  ['validate', 'manager1'],
  ['send', 'manager1'],
  ['reopen', 'teamleader2'],
]

test('a step whose connection is killed after its effects, before the commit, never happened', async () => {
  const fund = await site.addFund({ fundCode: `KILL${++count}`, clientValidation: false })
  await site.control('accountant1', fund)
  const [before, events] = [await site.rowCounts(), await historyOf(site.read, fund.navId)]
  const stepId = await site.stepId(fund.navId, 'submit')
  const input = {
    seenEventId: null,
    comment: '',
    documentReceptionDate: '2026-11-02',
    idempotencyKey: randomUUID(),
  }
  const killed = site.transaction(async (tx) => {
    await takeStep(
      contextOf({ tx, actor: site.actor('accountant1'), now: site.clock(), timeZone: 'UTC' }),
      navWorkflow,
      fund.navId,
      stepId,
      input,
    )
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`)
  })
  await expect(killed).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(await site.rowCounts()).toEqual(before)
  expect(await historyOf(site.read, fund.navId)).toEqual(events)
  const again = (tx: Transaction) =>
    takeStep(
      contextOf({ tx, actor: site.actor('accountant1'), now: site.clock(), timeZone: 'UTC' }),
      navWorkflow,
      fund.navId,
      stepId,
      input,
    )
  expect(await site.transaction(again)).toMatch(/SUBMITTED/)
})

test('while connections are killed at random, every step and control is stored completely once, or not at all', async () => {
  const funds = await Promise.all(
    Array.from({ length: 6 }, () => site.addFund({ fundCode: `KILL${++count}`, clientValidation: false })),
  )
  const until = Date.now() + KILLING_MS
  const counts = { kills: 0, unavailable: 0, unknown: 0 }

  /** Tries until there is an answer, like a user who presses the button again; the form’s key is the same. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof CommitOutcomeUnknown) counts.unknown += 1
        else if (error instanceof DatabaseUnavailable) counts.unavailable += 1
        else throw error
        await sleep(Math.random() * 40)
      }
    }
  }

  async function work(fund: SiteFund): Promise<string[]> {
    const done: string[] = []
    const upload = await site.uploadOf(fund.model, fund.set)
    while (Date.now() < until)
      for (const [name, user] of ROUND) {
        const key = randomUUID()
        if (name === 'control')
          await again(() => runControl(userWork(site, site.actor(user), key), site.services, upload))
        else {
          const stepId = await again(() => site.stepId(fund.navId, name))
          await again(() => site.step(user, fund.navId, name, { key, stepId }))
        }
        done.push(name)
      }
    return done
  }

  async function kill() {
    while (Date.now() < until) {
      await sleep(20 + Math.random() * 80)
      const killed = await site.admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'fundesk_app' and random() < 0.4`
      counts.kills += killed.length
    }
  }

  const done = await chapter('All finish their round, although connections are killed', async () => {
    const [done] = await Promise.all([Promise.all(funds.map(work)), kill()])
    // All finish their current round, however slow the machine.
    expect(done.flat().length).toBeGreaterThanOrEqual(funds.length * ROUND.length)
    expect(counts.kills).toBeGreaterThan(30)
    expect(counts.unavailable).toBeGreaterThan(10)
    return done
  })

  await chapter('Every step is in the history once, in order', async () => {
    for (const [index, { navId }] of funds.entries()) {
      const names = (await historyOf(site.read, navId)).map(({ name }) => name).reverse()
      expect(names).toEqual(['create', ...(done[index] ?? [])])
    }
    expect(await verifyAudit(site.read, 'no checkpoints yet')).toMatchObject({ broken: null })
  })
  await chapter('Every control and every sent NAV has all its parts', async () => {
    const navIds = funds.map(({ navId }) => navId)
    const parts = await site.ownerSql`
      select distinct
        (select count(*)::int from rule_result where control_id = c.id) as rules,
        (select count(*)::int from nav_control_file where control_id = c.id) as files,
        (select count(*)::int from nav_control_table where control_id = c.id) as tables,
        (select count(*)::int from nav_line where control_id = c.id) as elements,
        (select count(*)::int from balance_line where control_id = c.id) as accounts,
        (select count(*)::int from inventory_line where control_id = c.id) as instruments
      from nav_control c where fund_nav_id in ${site.ownerSql(navIds)}`
    expect(parts).toEqual([{ rules: 50, files: 3, tables: 3, elements: 32, accounts: 23, instruments: 25 }])
    const controls =
      await site.ownerSql`select count(*)::int as n from nav_control where fund_nav_id in ${site.ownerSql(navIds)}`
    expect(controls[0]?.n).toBe(done.flat().filter((name) => name === 'control').length)
    const sent = await site.ownerSql`
      select count(*)::int as n from sent_figure where fund_nav_id in ${site.ownerSql(navIds)}`
    expect(sent[0]?.n).toBe(5 * done.flat().filter((name) => name === 'send').length)
  })
}, 60_000)
