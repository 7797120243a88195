import { StartError } from '../startError.ts'

/** The assembly cannot be run locally; the message says what is wrong, where, and what to do. */
export class AssemblyError extends StartError {
  override name = 'AssemblyError'
}
