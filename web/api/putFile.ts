import { ApiProblem } from '../api.ts'
import { own } from '../problems/tell.ts'

/** Puts a file where it is kept, at an address that was given for it. What is not taken, or breaks off, is like a call that got no answer. */
export async function putFile(url: string, headers: Record<string, string>, body: Blob): Promise<void> {
  const put = await fetch(url, { method: 'PUT', headers, body }).catch(() => undefined)
  if (!put?.ok) throw new ApiProblem('offline', 0, own.offline)
}
