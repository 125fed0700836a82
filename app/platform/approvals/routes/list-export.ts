import { waitingFile } from './waiting-changes'

/** The changes that wait for a second person, as a file. */
export const loader = waitingFile('administration', 'Changes that wait')
