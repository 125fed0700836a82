import type { S3Client } from '@aws-sdk/client-s3'
import { DomainError } from '~/platform/values/domain-error'

/** Stores contents outside the database, each under its SHA-256. All methods throw DomainError 'unavailable'. */
export interface ContentStore {
  /** As in the settings: "s3://documents/fundesk". */
  address: string
  /** Resolves when the store has returned the same bytes. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** The bytes `from` to `to`, both inclusive; null when the store has no such content. */
  bytes(sha256: string, from: number, to: number): Promise<Uint8Array | null>
  /** Missing content counts as removed. */
  remove(sha256: string): Promise<void>
  list(): AsyncGenerator<{ sha256: string; putAt: Date }, void, void>
  close(): void
}

/** The bucket of an S3-compatible store, and the prefix of our contents ("fundesk/", or nothing). */
export interface Bucket {
  name: string
  prefix: string
}

/** Reads "s3://bucket" or "s3://bucket/folder"; null for anything else. */
export function bucketIn(address: string): Bucket | null {
  const [, name, folder] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*[\w.-]))?\/?$/.exec(address) ?? []
  return name ? { name, prefix: folder ? `${folder}/` : '' } : null
}

/** Timeouts of each request in milliseconds, and how often it is retried. */
const PATIENCE = { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true }
const TRIES = 3

/**
 * A store that speaks S3. Region, address and credentials are the client library's own settings: AWS_REGION,
 * AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
 */
export async function s3Store({ name, prefix }: Bucket): Promise<ContentStore> {
  const s3 = await import('@aws-sdk/client-s3')
  const client: S3Client = new s3.S3Client({
    // Bucket names in the path work with every store; in the host they need the store's own DNS.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3?.trim() || process.env.AWS_ENDPOINT_URL?.trim()),
    maxAttempts: TRIES,
    requestHandler: PATIENCE,
  })
  const place = (sha256: string) => ({ Bucket: name, Key: prefix + sha256 })
  async function bytes(sha256: string, from: number, to: number): Promise<Uint8Array | null> {
    try {
      const { Body } = await client.send(
        new s3.GetObjectCommand({ ...place(sha256), Range: `bytes=${from}-${to}` }),
      )
      const found = await Body?.transformToByteArray()
      return found?.byteLength === to - from + 1 ? found : null
    } catch (error) {
      if (error instanceof s3.NoSuchKey) return null
      throw error
    }
  }
  return {
    address: `s3://${name}${prefix && `/${prefix.slice(0, -1)}`}`,
    put: (sha256, given) =>
      orUnavailable(async () => {
        await client.send(new s3.PutObjectCommand({ ...place(sha256), Body: given }))
        if (given.byteLength === 0) return
        const stored = await bytes(sha256, 0, given.byteLength - 1)
        if (stored === null || !Buffer.from(stored).equals(given))
          throw new Error('It answered with other bytes.')
      }),
    bytes: (sha256, from, to) => orUnavailable(() => bytes(sha256, from, to)),
    remove: (sha256) =>
      orUnavailable(async () => {
        await client.send(new s3.DeleteObjectCommand(place(sha256)))
      }),
    async *list() {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix })
      for await (const { Contents = [] } of pages)
        for (const { Key = '', LastModified: putAt } of Contents) {
          const sha256 = Key.slice(prefix.length)
          if (putAt && /^[0-9a-f]{64}$/.test(sha256)) yield { sha256, putAt }
        }
    },
    close: () => client.destroy(),
  }
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw Object.assign(
      new DomainError(
        'unavailable',
        'The store of documents does not answer. Try again in a minute; if it goes on, tell your administrator.',
      ),
      { cause },
    )
  }
}

let outside: ContentStore | null = null

/** Sets where new contents are stored; null: in the database. Called before the site or its database is opened. */
export function setContentStore(store: ContentStore | null): void {
  outside = store
}

/** Where new contents are stored; null: in the database. */
export const contentStore = (): ContentStore | null => outside
