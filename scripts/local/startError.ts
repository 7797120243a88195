/** The local cloud cannot start. The message is one sentence for the user of `npm start`, shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}
