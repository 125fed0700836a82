import { demoSite } from './demo-site'

// Creates the demo for a test run, in a separate process: its argument is the target.
await demoSite(JSON.parse(process.argv[2] ?? ''))
process.exit()
