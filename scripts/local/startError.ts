/** The local cloud cannot start. The message is one sentence for the user; a stack trace would only hide it. */
export class StartError extends Error {
  override name = 'StartError'
}
