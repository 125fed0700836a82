import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { bucketIn, type ContentStore, s3Store } from '~/platform/files/content-store.server'

export interface S3Server {
  /** "s3://documents/fundesk", a folder in its bucket. */
  address: string
  store: ContentStore
  /** Decides on each request before the server gets it: pass on (true), or break the connection. */
  passes: (request: { method: string; sha256: string }) => boolean | Promise<boolean>
  /** Changes the age of an object to this many hours. */
  age(sha256: string, hours: number): void
  close(): Promise<void>
}

interface StoredObject {
  bytes: Buffer
  putAt: Date
}

const BUCKET = 'documents'
const ACCESS_KEY = 'FUNDESKTEST'
/** Small, so that a list of a few objects has several pages. */
const PAGE_SIZE = 2

/**
 * The part of S3 that documents need: objects of one bucket in memory, to put, get (also a range), delete and list. It
 * accepts requests with our key whose body has the signed hash. On a free port; the environment points the client
 * library to it.
 */
export async function s3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const http: Server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    const sha256 = /[0-9a-f]{64}/.exec(url)?.[0] ?? ''
    // A client that leaves before its body is whole breaks off its own request alone.
    if (await server.passes({ method, sha256 }))
      await answer(objects, request, response).catch(() => response.destroy())
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS_KEY)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a secret of the tests')
  const address = `s3://${BUCKET}/fundesk`
  const bucket = bucketIn(address)
  if (!bucket) throw new Error('no bucket')
  const store = await s3Store(bucket)
  const server: S3Server = {
    address,
    store,
    passes: () => true,
    age(sha256, hours) {
      const object = objects.get(`fundesk/${sha256}`)
      if (!object) throw new Error(`no object ${sha256}`)
      object.putAt = new Date(Date.now() - hours * 3_600_000)
    },
    async close() {
      store.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      vi.unstubAllEnvs()
    },
  }
  return server
}

async function answer(
  objects: Map<string, StoredObject>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.invalid')
  const [, bucket, ...names] = decodeURIComponent(pathname).split('/')
  const key = names.join('/')
  const refuse = (status: number, code: string) => {
    response.writeHead(status, { 'Content-Type': 'application/xml' })
    response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
  }
  if (!request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${ACCESS_KEY}/`))
    return refuse(403, 'InvalidAccessKeyId')
  if (request.headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return refuse(400, 'XAmzContentSHA256Mismatch')
  if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket')
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, putAt: new Date() })
    response.end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (request.method === 'GET' && key === '') {
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end(listed(objects, searchParams))
  } else if (request.method === 'GET') {
    const object = objects.get(key)
    if (!object) return refuse(404, 'NoSuchKey')
    const { bytes } = object
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined || to === undefined) return void response.end(bytes)
    if (Number(from) >= bytes.length) return refuse(416, 'InvalidRange')
    const last = Math.min(Number(to), bytes.length - 1)
    response.writeHead(206, { 'Content-Range': `bytes ${from}-${last}/${bytes.length}` })
    response.end(bytes.subarray(Number(from), last + 1))
  } else refuse(405, 'MethodNotAllowed')
}

/** One page of ListObjectsV2: a page continues after the last key of the one before. */
function listed(objects: ReadonlyMap<string, StoredObject>, params: URLSearchParams): string {
  const prefix = params.get('prefix') ?? ''
  const after = params.get('continuation-token') ?? ''
  const rest = [...objects.entries()]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = rest.slice(0, PAGE_SIZE)
  const contents = page.map(
    ([key, { bytes, putAt }]) =>
      `<Contents><Key>${key}</Key><LastModified>${putAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  )
  const next = rest.length > page.length ? page.at(-1)?.[0] : undefined
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><Prefix>${prefix}</Prefix>
<IsTruncated>${next !== undefined}</IsTruncated>${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}
${contents.join('\n')}</ListBucketResult>`
}
