import { expect, test } from 'vitest'
import { dropEmpty } from '../../app/start/project.mjs'

test('empty variables count as not set, also for libraries that read them', () => {
  const env = { DATABASE_OWNER_URL: '', AWS_ENDPOINT_URL_S3: '  ', PORT: '3000' }
  dropEmpty(env)
  expect(env).toEqual({ PORT: '3000' })
})
