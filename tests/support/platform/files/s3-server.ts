import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { vi } from 'vitest'
import { bucketIn, type ContentStore, s3Store } from '~/platform/files/content-store.server'

export interface S3Server {
  /** "s3://documents/fundesk", a folder in one of its buckets. */
  address: string
  store: ContentStore
  /** Decides on each request before the server gets it: pass on (true), or break the connection. */
  passes: (request: { method: string; sha256: string }) => boolean | Promise<boolean>
  /** Changes the age of an object to this many hours. */
  age(sha256: string, hours: number): void
  close(): Promise<void>
}

/** An S3 server that checks signatures, on a free port; the environment points the client library to it. */
export async function s3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'fundesk-s3-'))
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  await s3.configureBuckets()
  const handle = s3.callback()
  const http: Server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    const sha256 = /[0-9a-f]{64}/.exec(url)?.[0] ?? ''
    if (await server.passes({ method, sha256 })) handle(request, response)
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  const address = 's3://documents/fundesk'
  const bucket = bucketIn(address)
  if (!bucket) throw new Error('no bucket')
  const store = await s3Store(bucket)
  const server: S3Server = {
    address,
    store,
    passes: () => true,
    age(sha256, hours) {
      const at = Date.now() / 1_000 - hours * 3_600
      utimesSync(join(directory, 'documents/fundesk', `${sha256}._S3rver_object`), at, at)
    },
    async close() {
      store.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      rmSync(directory, { recursive: true, force: true })
      vi.unstubAllEnvs()
    },
  }
  return server
}
