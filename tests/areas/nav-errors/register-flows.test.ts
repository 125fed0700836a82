import { fund } from 'db/schema/lookups'
import { sourceDay, sourceFile, sourceLine } from 'db/schema/sources'
import { eq } from 'drizzle-orm'
import { sentNavs } from 'tests/support/areas/nav-errors/sent-navs'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test, vi } from 'vitest'
import { registerFlows } from '~/areas/nav-errors/register-flows.server'
import type { Day } from '~/platform/values/day'

const site = await opened(testSite())
const { addFund, send } = sentNavs(site)

/** Monday to Friday; the NAV of Thursday is cancelled. */
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [
  '2026-11-02',
  '2026-11-03',
  '2026-11-04',
  '2026-11-05',
  '2026-11-06',
] as const
const fundId = await addFund('REG01', { REG01A: { currency: 'EUR' } })
await send(
  fundId,
  [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY].map((date) => ({
    date,
    classes: { REG01A: { navPerShare: '100', shares: '1000' } },
    ...(date === THURSDAY ? { status: 'CANCELLED' } : {}),
  })),
  {},
)

interface Register {
  date: Day
  issued: string | null
  redeemed?: string | null
  sender?: string
  isDealt?: boolean
  hasFlows?: boolean
}

/** Stores a file with the shares that were issued and redeemed on a day. */
async function store({ date, issued, redeemed = null, sender = 'TA', ...day }: Register): Promise<void> {
  await site.transaction(async (tx) => {
    const uploaded = { sha256: 'ab'.repeat(32), rowCount: 1, uploadedAt: site.clock() }
    const [file] = await tx
      .insert(sourceFile)
      .values({ ...uploaded, kind: 'REGISTER', sender, fileName: 'register.csv' })
      .returning({ id: sourceFile.id })
    const at = { fileId: file?.id ?? 0, fundCode: 'REG01', date }
    await tx.insert(sourceDay).values({ ...at, hasFlows: true, rowCount: 1, ...day })
    await tx
      .insert(sourceLine)
      .values({ ...at, position: 0, classCode: 'REG01A', amount: '1000', issued, redeemed, cells: {} })
  })
}

/** "2026-11-02 S 10" */
async function flows(...dates: Day[]): Promise<string[]> {
  const { deals } = await registerFlows(
    site.read,
    { fundId, fundCode: 'REG01', firstDate: MONDAY },
    dates.map((date) => ({ date })),
  )
  return deals.map(({ date, side, shares }) => `${date} ${side} ${shares}`)
}

test('each date has the register of the NAV after it, cancelled ones left out, with one reading for all', async () => {
  await store({ date: TUESDAY, issued: '10', redeemed: '4' })
  // A later file replaces the day.
  await store({ date: TUESDAY, issued: '11', redeemed: '5' })
  await store({ date: WEDNESDAY, issued: null, hasFlows: false })
  // Deals of a day count for the NAV after it: those of Wednesday and of Thursday for Friday.
  await store({ date: WEDNESDAY, issued: '20', isDealt: true, sender: 'AGENT' })
  await store({ date: THURSDAY, issued: '30', redeemed: '7', isDealt: true, sender: 'AGENT' })
  const monday = [`${MONDAY} S 11`, `${MONDAY} R 5`]
  const wednesday = [20, 0, 30, 7].map((shares, at) => `${WEDNESDAY} ${at % 2 === 0 ? 'S' : 'R'} ${shares}`)
  const reading = vi.spyOn(site.read, 'select')
  try {
    expect(await flows(MONDAY)).toEqual(monday)
    const ofOne = reading.mock.calls.length
    // Tuesday's register of Wednesday does not say what was issued; Friday has no NAV after it.
    expect(await flows(MONDAY, TUESDAY, WEDNESDAY, FRIDAY)).toEqual([...monday, ...wednesday])
    expect(reading.mock.calls.length - ofOne).toBe(ofOne)
  } finally {
    reading.mockRestore()
  }
})

test('a date for which an expected sender is missing is left out', async () => {
  await site.transaction((tx) =>
    tx.update(fund).set({ expectedSources: 'REGISTER: TA' }).where(eq(fund.id, fundId)),
  )
  expect(await flows(MONDAY, WEDNESDAY)).toEqual([`${MONDAY} S 11`, `${MONDAY} R 5`])
})
