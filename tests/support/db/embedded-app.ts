import { startEmbedded } from 'db/embedded/start'

// An app for tests to kill: starts the database in FUNDESK_DATA and keeps running.
const server = await startEmbedded({ checkout: new URL('../../..', import.meta.url).pathname })
process.stdout.write(`${server.pid}\n`)
setInterval(() => {}, 60_000)
