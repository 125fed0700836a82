import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asMonitor, settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { checkout } from 'tests/support/postgres/throwaway'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { noteVerification } from '~/areas/access/verification.server'
import { startTraces } from '~/http/server/traces'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { openSigning } from '~/platform/workflow/signing.server'

// What monitoring sees: the numbers of /metrics, and the traces sent to an OpenTelemetry collector.

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const spans: Span[] = []
const collector = createServer((req, res) => {
  const parts: Buffer[] = []
  req.on('data', (part: Buffer) => parts.push(part))
  req.on('end', () => {
    const sent = JSON.parse(Buffer.concat(parts).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    spans.push(...sent.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((each) => each.spans)))
    res.setHeader('Content-Type', 'application/json')
    res.end('{}')
  })
})

await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
afterAll(() => collector.close())
const backupFolder = mkdtempSync(join(tmpdir(), 'fundesk-backups-'))
afterAll(() => rmSync(backupFolder, { recursive: true }))
const site = await opened(httpSite({ settings: { traces: true, backupFolder } }))
await site.addFund({ fundCode: 'LUX001' })
await site.cookieOf('auditor1')
Object.assign(site.services, { folders: { 'Disk of uploads': tmpdir() } })

const metrics = async () => (await site.ask(null, '/metrics', { headers: asMonitor })).text()

test('a trace has a request and its statements without values, and continues the proxy’s trace', async () => {
  const { port } = collector.address() as AddressInfo
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  const end = await startTraces()
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const page = await site.ask('auditor1', '/nav-controls?search=SECRET+FUND', {
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` },
  })
  await page.text()
  await site.page('auditor1', '/nav-controls/4711')
  await end()
  const [list, nav] = ['GET /nav-controls', 'GET /nav-controls/{id}'].map((name) =>
    spans.find((span) => span.name === name),
  )
  expect([list?.traceId, list?.parentSpanId]).toEqual([trace, 'b7ad6b7169203331'])
  const values = Object.fromEntries(nav?.attributes.map(({ key, value }) => [key, value]) ?? [])
  expect(values['http.response.status_code']).toEqual({ intValue: 404 })
  const statements = spans.filter(({ name, traceId }) => name === 'statement' && traceId === trace)
  expect(statements.length).toBeGreaterThan(2)
  for (const { parentSpanId } of statements) expect(parentSpanId).toBe(list?.spanId)
  const texts = JSON.stringify(spans)
  expect(texts).toContain('select \\"session\\".')
  expect(texts).not.toMatch(/SECRET|auditor1/)
})

test('refused logins are counted, both wrong and throttled', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const answer = await site.ask(null, '/login', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username: 'nobody-here', password: `wrong ${attempt}` }).toString(),
    })
    await answer.text()
  }
  const text = await metrics()
  const of = (reason: string) =>
    Number(new RegExp(`fundesk_failed_logins_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1])
  expect(of('wrong')).toBeGreaterThan(2)
  expect(of('throttled')).toBeGreaterThan(2)
  expect(of('wrong') + of('throttled')).toBe(20)
})

test('there are numbers for unsealed events, lanes, processes and disks', async () => {
  const lag = async () => Number(/^fundesk_checkpoint_lag_seconds (\d+)/m.exec(await metrics())?.[1])
  expect(await lag()).toBeGreaterThan(0)
  await site.ownerSql`insert into mail_preference (user_id, address, frequency, waits_days, failure)
    select id, 'ann@example.com', 'daily', 3, 'No such mailbox' from app_user where user_name = 'auditor1'`
  await site.ownerSql`insert into month_pack (status, requested_at, beat_at, month, funds, requested_by)
    select 'FAILED', ${site.clock()}, ${site.clock()}, '2026-10', '{LUX001}', id
    from app_user where user_name = 'auditor1'`
  const anHourAgo = new Date(site.clock().getTime() - 3_600_000)
  const { sign } = openSigning(site.services.settings.signingKey)
  await site.transaction((tx) => noteVerification(tx, sign, { at: anHourAgo, isIntact: true, findings: [] }))
  const backup = join(backupFolder, 'monday.dump')
  writeFileSync(backup, '')
  const twoHoursAgo = new Date(site.clock().getTime() - 7_200_000)
  utimesSync(backup, twoHoursAgo, twoHoursAgo)
  await writeCheckpoint(site.transaction, settings.auditKey, site.clock())
  expect(await lag()).toBe(0)
  const text = await metrics()
  for (const line of [
    'fundesk_processes 1',
    'fundesk_requests_at_work 0',
    'fundesk_requests_waiting{lane="step"} 0',
    'fundesk_requests_waiting{lane="page"} 0',
    'fundesk_requests_waiting{lane="file"} 0',
  ])
    expect(text).toContain(line)
  for (const line of [
    'fundesk_notice_users{state="refused"} 1',
    'fundesk_jobs{kind="month pack",status="failed"} 1',
  ])
    expect(text).toContain(line)
  const secondsOf = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
  expect(secondsOf('fundesk_verification_age_seconds\\{result="intact"\\}')).toBeCloseTo(3_600, -2)
  expect(secondsOf('fundesk_backup_age_seconds')).toBeCloseTo(7_200, -2)
  const [alerts = '', dashboard = ''] = ['prometheus-rules.yml', 'dashboard.json'].map((name) =>
    readFileSync(join(checkout, 'deploy', name), 'utf8'),
  )
  const named = (file: string) => new Set(file.match(/\bfundesk_\w+/g))
  const replica = /^fundesk_replica_/
  for (const name of [...named(alerts), ...named(dashboard)])
    if (!replica.test(name)) expect(text, name).toContain(`# HELP ${name} `)
  // Whatever alerts, its figures can be looked at.
  expect([...named(alerts)].filter((name) => !named(dashboard).has(name))).toEqual([])
  expect(dashboard).toContain('fundesk_jobs{')
  expect(text).toMatch(/^fundesk_disk_free_bytes\{disk="Disk of uploads"\} \d{6,}$/m)
})
