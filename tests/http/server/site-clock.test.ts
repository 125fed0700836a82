import { siteSetting } from 'db/schema/access'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { beforeEach, expect, test } from 'vitest'
import { DEMO_ENDS } from '~/areas/access/demo-time'
import { siteClock } from '~/http/server/site-clock'

const site = await opened(httpSite())
const HOUR_MS = 60 * 60_000

let now = new Date('2026-11-28T09:00:00Z')
const realTime = () => now
beforeEach(async () => {
  now = new Date('2026-11-28T09:00:00Z')
  await site.transaction((tx) => tx.delete(siteSetting))
})

/** The clock of a process that starts now. */
async function started(servesDemo: boolean) {
  const time = siteClock(realTime)
  await time.follow(site, servesDemo)
  return time
}

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS)
}

test('the clock of a new demo begins where its story ends, and goes on after a restart and in other processes', async () => {
  const first = await started(true)
  expect([first.isOfDemo(), first.clock()]).toEqual([true, DEMO_ENDS])
  later(30)
  expect(first.clock()).toEqual(new Date(DEMO_ENDS.getTime() + 30 * HOUR_MS))
  await site.transaction((tx) => tx.insert(siteSetting).values({ key: 'demo', value: true }))
  const [again, command] = [await started(true), await started(false)]
  expect([again.clock(), command.clock(), command.isOfDemo()]).toEqual([first.clock(), first.clock(), true])
})

test('a site without demo data, and one whose demo data is from before, keep real time', async () => {
  const empty = await started(false)
  await site.transaction((tx) => tx.insert(siteSetting).values({ key: 'demo', value: true }))
  const earlier = await started(true)
  later(1)
  for (const time of [empty, earlier]) expect([time.isOfDemo(), time.clock()]).toEqual([false, now])
})

test('the top bar of a demo has its day, which typed dates follow; other sites have none', async () => {
  const real = await site.page('auditor1', '/appearance')
  expect(real.html).not.toContain('data-today')
  Object.assign(site.services, { inDemoTime: true })
  try {
    const { html } = await site.page('auditor1', '/appearance')
    expect(html).toMatch(/<html[^>]* data-today="2026-\d\d-\d\d"/)
    expect(html.replaceAll('<!-- -->', '')).toMatch(
      /Demo<span class="topbar__day"> · \d{1,2} [A-Z][a-z]+ 2026</,
    )
  } finally {
    Object.assign(site.services, { inDemoTime: false })
  }
})
