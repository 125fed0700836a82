import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from 'tests/support/postgres/throwaway'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { misspelt, readSettings } from '~/http/server/settings'
import { newSigningKey } from '~/platform/workflow/signing.server'

// What can be checked of the files in deploy without Docker and without a cluster: that they can be read, fit together,
// and name settings that exist.

const text = (name: string) => readFileSync(join(checkout, 'deploy', name), 'utf8')

interface Labelled {
  kind: string
  metadata: { name: string; labels: Record<string, string> }
}
interface Probe {
  httpGet: { path: string; port: string }
}
interface Container {
  ports: { name: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: Record<string, unknown>
  startupProbe: Probe
  readinessProbe: Probe
  livenessProbe: Probe
}
interface Manifests {
  ConfigMap: Labelled & { data: Record<string, string> }
  Deployment: Labelled & {
    spec: {
      replicas: number
      selector: { matchLabels: Record<string, string> }
      template: {
        metadata: { labels: Record<string, string> }
        spec: {
          terminationGracePeriodSeconds: number
          securityContext: { runAsUser: number }
          containers: [Container]
          volumes: { name: string }[]
        }
      }
    }
  }
  Service: Labelled & { spec: { selector: Record<string, string>; ports: { targetPort: string }[] } }
  PodDisruptionBudget: Labelled & {
    spec: { minAvailable: number; selector: { matchLabels: Record<string, string> } }
  }
  Ingress: Labelled & {
    metadata: { annotations: Record<string, string> }
    spec: {
      tls: { hosts: string[] }[]
      rules: { host: string; http: { paths: { backend: { service: { name: string } } }[] } }[]
    }
  }
}

function manifests(): Manifests {
  const documents = parseAllDocuments(text('kubernetes.yaml'), { strict: true })
  const read = [...documents].map((document) => {
    expect(document.errors).toEqual([])
    const manifest: unknown = document.toJS()
    return manifest as Labelled
  })
  return Object.fromEntries(read.map((manifest) => [manifest.kind, manifest])) as unknown as Manifests
}

const SECRETS = {
  DATABASE_URL: 'postgres://fundesk_app:x@db.example/fundesk',
  DATABASE_OWNER_URL: 'postgres://fundesk_owner:x@db.example/fundesk',
  AUDIT_KEY: 'a'.repeat(48),
  SESSION_SECRET: 's'.repeat(48),
  SIGNING_KEY: newSigningKey(),
}

test('the Kubernetes manifests fit together: labels, ports, settings, volumes, and how long an end may take', () => {
  const { ConfigMap, Deployment, Service, PodDisruptionBudget, Ingress } = manifests()
  const { selector, template, replicas } = Deployment.spec
  const labels = template.metadata.labels
  for (const each of [
    selector.matchLabels,
    Service.spec.selector,
    PodDisruptionBudget.spec.selector.matchLabels,
  ])
    expect(each).toEqual(labels)
  expect(PodDisruptionBudget.spec.minAvailable).toBeLessThan(replicas)
  const { containers, volumes, ...pod } = template.spec
  const [container] = containers
  const ports = container.ports.map(({ name }) => name)
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
  expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/readyz', '/healthz'])
  for (const port of [
    ...probes.map(({ httpGet }) => httpGet.port),
    ...Service.spec.ports.map((each) => each.targetPort),
  ])
    expect(ports).toContain(port)
  expect(container.envFrom).toEqual([
    { configMapRef: { name: ConfigMap.metadata.name } },
    { secretRef: { name: 'fundesk' } },
  ])
  expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(
    volumes.map(({ name }) => name).sort(),
  )
  expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
  // The parent of the workers gives up after forty seconds.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(40)
  expect(text('Dockerfile')).toContain(`--chown=${pod.securityContext.runAsUser}:`)
  const [rule] = Ingress.spec.rules
  expect(rule?.http.paths[0]?.backend.service.name).toBe(Service.metadata.name)
  expect(Ingress.spec.tls[0]?.hosts).toEqual([rule?.host])
  expect(ConfigMap.data.SITE_URL).toBe(`https://${rule?.host}`)
  const settings = readSettings({ NODE_ENV: 'production', ...ConfigMap.data, ...SECRETS })
  expect(settings).toMatchObject({ siteUrl: ConfigMap.data.SITE_URL, trustProxy: 1, workers: 2 })
  expect(misspelt(ConfigMap.data)).toEqual([])
  const timeout = Ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']
  expect(Number(timeout)).toBeGreaterThan(300)
})

test('the compose file names services, volumes and settings that exist', () => {
  const { services, volumes, configs } = parse(text('compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        environment: Record<string, string>
        depends_on?: Record<string, unknown>
        configs?: { source: string }[]
        volumes?: string[]
        stop_grace_period?: string
      }
    >
    volumes: Record<string, unknown>
    configs: Record<string, unknown>
  }
  for (const { depends_on = {}, configs: used = [], volumes: mounted = [] } of Object.values(services)) {
    for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name)
    for (const { source } of used) expect(Object.keys(configs)).toContain(source)
    for (const [name = ''] of mounted.map((each) => each.split(':')))
      if (!name.startsWith('.')) expect(Object.keys(volumes)).toContain(name)
  }
  const { environment = {}, stop_grace_period } = services['fundesk-1'] ?? {}
  expect(stop_grace_period).toBe('40s')
  expect(misspelt(environment)).toEqual([])
  const filled = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(?::-(\w*))?\}/g, (_, variable: string, otherwise?: string) => {
        const given: Record<string, string> = { ...SECRETS, SITE_URL: 'https://fundesk.example' }
        return otherwise ?? given[variable] ?? 'x'
      }),
    ]),
  )
  expect(readSettings({ NODE_ENV: 'production', ...filled })).toMatchObject({
    siteUrl: 'https://fundesk.example',
    database: { url: 'postgres://fundesk_app:x@database:5432/fundesk' },
  })
})

test('the unit of systemd names settings that exist, and waits for the end of the process', () => {
  const unit = text('fundesk@.service')
  const [, environment = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  const given = Object.fromEntries(environment.split(' ').map((each) => each.split('=')))
  expect(Object.keys(given)).toEqual(['PORT', 'HOST', 'FUNDESK_DATA'])
  expect(misspelt(given)).toEqual([])
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(40)
})
