import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { bridgeRows } from '~/areas/navs/control/bridge.server'
import { waterfall } from '~/areas/navs/control/bridge-view'
import { perShareOf } from '~/areas/navs/rules/bridge'

const site = await opened(httpSite())

test('each bar starts where the previous one ended, and small changes of a large fund are visible', () => {
  const { broken, bars } = waterfall(1_000_000, [10_000, -4_000, 0], 1_006_000)
  expect(broken).toBe(true)
  const [previous, gain, loss, none, now] = bars
  expect(gain?.from).toBeCloseTo((previous?.from ?? 0) + (previous?.width ?? 0))
  expect((loss?.from ?? 0) + (loss?.width ?? 0)).toBeCloseTo(100)
  expect(loss?.width).toBeCloseTo((gain?.width ?? 0) * 0.4)
  expect(none?.width).toBe(0)
  expect((now?.from ?? 0) + (now?.width ?? 0)).toBeCloseTo(loss?.from ?? 0)
  expect(waterfall(100, [-150], -50)).toMatchObject({ broken: false })
  expect(waterfall(0, [0], 0).bars.every(({ width }) => width === 0)).toBe(true)
})

test('an amount per share is exact, also if negative, and absent without a TNA above 0', () => {
  expect(perShareOf('-123.45', '1000', '10')).toBe('-1.2345')
  expect(perShareOf('0', '1000', '10')).toBe('0')
  expect(perShareOf('1', '0', '10')).toBe(null)
})

test('the panel shows the bridge, a bar its lines, the workbook everything; a first NAV says what is missing', async () => {
  const fund = await site.addFund({ fundCode: 'BRV1' })
  const first = await site.control('accountant1', { ...fund, model: fund.previous })
  expect(await bridgeRows(site.read, first.controlId)).toMatchObject({
    missing: expect.stringContaining('previous control'),
  })
  const { controlId } = await site.control('accountant1', fund)
  for (const list of ['/nav-controls', '/production']) {
    const below = `${list}/${fund.navId}/controls/${controlId}/bridge`
    expect(await (await site.ask('accountant1', `${list}/${fund.navId}`)).text()).toContain(`${below}/1`)
    expect((await site.ask('accountant1', `${below}/1`)).status).toBe(200)
    expect((await site.ask('accountant1', `${below}/99`)).status).toBe(404)
    expect((await site.ask('accountant1', `${below}.xlsx`)).status).toBe(200)
  }
})
