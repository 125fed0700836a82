import fc from 'fast-check'

/** Random input is the same in every run, so that a failure can be reproduced; TEST_SEED=random varies it. */
const { TEST_SEED } = process.env
const seed = TEST_SEED === 'random' ? Date.now() : Number(TEST_SEED ?? 20261123)

fc.configureGlobal({ seed })
