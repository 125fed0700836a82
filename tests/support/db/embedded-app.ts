import { startEmbedded } from 'db/embedded/start'

// An app for the tests to kill: starts the database of the folder in FUNDESK_DATA and stays.
const server = await startEmbedded({ checkout: new URL('../../..', import.meta.url).pathname })
process.stdout.write(`${server.pid}\n`)
setInterval(() => {}, 60_000)
