/**
 * One named step of a long test. If it fails, the failure starts with its name, so that the report says how far the test
 * came.
 * @param name what happens in it, as a sentence
 * @returns the result of the work, for later chapters
 */
export async function chapter<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (failure) {
    if (!(failure instanceof Error)) throw new Error(`Chapter “${name}”: ${failure}`, { cause: failure })
    const { message, stack } = failure
    failure.message = `Chapter “${name}”: ${message}`
    // Reports print one or the other.
    failure.stack = stack?.replace(message, () => failure.message)
    throw failure
  }
}
