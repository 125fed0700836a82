import { readFileSync } from 'node:fs'
import { opened } from 'tests/support/opened'
import { transformWithEsbuild } from 'vite'
import { expect, test } from 'vitest'
import type { OpenApi } from '~/areas/api-reference/api-doc'
import { apiSite } from '../support/api/site'
import { control } from '../support/api/uploads'

interface Client {
  navs(status: string): Promise<{ fundNavDetailsList: { fundnavid: number; fundcode: string }[] }>
  steps(navId: number): Promise<{ id: number; display: string }[]>
  take(navId: number, stepId: number, eventLog: string): Promise<{ currentStatus: string }>
}

const documented = readFileSync(new URL('../../docs/calls.md', import.meta.url), 'utf8')
const blockOf = (language: string, word: string) =>
  [...documented.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))]
    .map(([, text = '']) => text)
    .find((text) => text.includes(word)) ?? ''

const site = await opened(apiSite())

test('the documented client reads the NAVs, takes a step and reports refusals', async () => {
  const { code } = await transformWithEsbuild(blockOf('ts', 'fundesk('), 'client.ts')
  const { fundesk } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as {
    fundesk: (origin: string, token: string) => Client
  }
  const { body } = await site.call('accountant1', 'POST', 'account/tokens', { body: { name: 'client' } })
  const client = fundesk(site.origin, body.token)
  expect((await control(site)).status).toBe(201)

  const { fundNavDetailsList: navs } = await client.navs('CONTROLLED')
  expect(navs).toMatchObject([{ fundcode: 'LUX001', fundnavid: site.navId('LUX001') }])
  const navId = navs[0]?.fundnavid ?? 0
  const steps = await client.steps(navId)
  const submit = steps.find(({ display }) => /submit/i.test(display))
  // The curl lines use this step; “Submit” of a controlled NAV has this id on every new site.
  expect(blockOf('sh', 'curl')).toContain(`/nextrouting/${submit?.id}"`)
  expect(await client.take(navId, submit?.id ?? 0, 'Checked')).toMatchObject({ currentStatus: 'SUBMITTED' })
  await expect(client.take(navId, submit?.id ?? 0, 'Again')).rejects.toThrow(
    /^Workflow cannot move to next step\.: ./,
  )
})

test('the documented curl lines call addresses that exist', async () => {
  const document = (await site.call('auditor1', 'GET', 'openapi.json')).body as OpenApi
  const addresses = Object.keys(document.paths).map(
    (path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  )
  const lines = blockOf('sh', 'curl')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.startsWith('curl'))
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    const path = /"\$FUNDESK([^"]+)"/.exec(line)?.[1] ?? ''
    expect([path, addresses.some((address) => address.test(path))]).toEqual([path, true])
  }
})
