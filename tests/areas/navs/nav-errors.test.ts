import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001', clientValidation: false })
await site.control('accountant1', fund)

const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!-- -->/g, '')
const page = async (user: string, path: string) =>
  textOf((await site.page(user, `/nav-controls/${path}`)).html)

test('the form for a new control warns only once the NAV has been submitted', async () => {
  const warning = 'takes it back to the accountant and voids its approvals'
  expect(await page('accountant1', `${fund.navId}/new/fia-3`)).not.toContain(warning)
  await site.step('accountant1', fund.navId, 'submit')
  expect(await page('accountant1', `${fund.navId}/new/fia-3`)).toContain(warning)
})

test('if the form does not know the NAV, the answer says that it was taken back', async () => {
  const { files } = await site.uploadOf(fund.model, 'FIA3')
  const form = new FormData()
  for (const { fileName, bytes } of files) form.append('files', new Blob([bytes.slice()]), fileName)
  form.append('reason', 'FIRST')
  form.append('comment', 'Files of the administrator')
  const run = async () => {
    const answer = await site.ask('accountant1', '/api/uploadfilesFIA/3', {
      method: 'POST',
      body: form,
      headers: { 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' },
    })
    return ((await answer.json()) as { takenFrom: string | null }).takenFrom
  }
  expect(await run()).toBe('SUBMITTED (TEAM LEADER)')
  expect(await run()).toBeNull()
  await site.step('accountant1', fund.navId, 'submit')
})

test('a reopened NAV prompts the accountant until the round has a control', async () => {
  for (const [user, step] of [
    ['teamleader1', 'approve'],
    ['manager1', 'validate'],
    ['manager1', 'send'],
  ] as const)
    await site.step(user, fund.navId, step)
  expect(await page('accountant1', `${fund.navId}`)).not.toContain('was reopened')
  await site.step('teamleader1', fund.navId, 'reopen', { reasonCode: 'PRICE' })
  expect(await page('accountant1', `${fund.navId}`)).toContain('it is your turn: run a new control')
  expect(await page('manager1', `${fund.navId}`)).toContain('was reopened and waits for the accountant')
})

test('a new control 2 % above the sent figure shows the NAV error by class; the same figures show none', async () => {
  await site.control('accountant1', fund)
  expect(await page('accountant1', `${fund.navId}`)).not.toMatch(/NAV error\.|was reopened/)
  await site.ownerSql`update sent_figure set nav_per_share = nav_per_share * 0.98 where fund_nav_id = ${fund.navId}`
  await site.control('accountant1', fund)
  const panel = await page('accountant1', `${fund.navId}`)
  expect(panel).toContain('NAV error.')
  expect(panel).toMatch(/: 2 % \([\d,.]+ sent first, [\d,.]+ right\)/)
  expect(panel).toContain('No later NAV rests on it.')
})

test('a later NAV controlled against wrong figures depends on the error until it runs against the right ones', async () => {
  const later = await site.addFund({ fundCode: 'LUX003', clientValidation: false })
  const [wrong] = await site.ownerSql`
    select id from nav_control where fund_nav_id = ${fund.navId} order by submitted_at limit 1`
  const [right] = await site.ownerSql`select current_control_id as id from fund_nav where id = ${fund.navId}`
  const { controlId } = await site.control('accountant1', later)
  const against = async (id: unknown) => {
    await site.ownerSql`update nav_control set previous_control_id = ${Number(id)} where id = ${controlId}`
    await site.ownerSql`update fund_nav set fund_id = (select fund_id from fund_nav where id = ${fund.navId}),
      nav_date = nav_date + 400 where id = ${later.navId}`
  }
  await against(wrong?.id)
  expect(await page('accountant1', `${fund.navId}`)).toContain(`href="/nav-controls/${later.navId}"`)
  const panel = await page('accountant1', `${later.navId}`)
  expect(panel).toContain('Rests on a NAV error')
  expect(panel).toContain(`href="/nav-controls/${fund.navId}"`)
  await against(right?.id)
  expect(await page('accountant1', `${fund.navId}`)).toContain('No later NAV rests on it.')
  expect(await page('accountant1', `${later.navId}`)).not.toContain('Rests on a NAV error')
})
