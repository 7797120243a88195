import { ApiProblem } from '../api.ts'
import { clientSentences } from '../problems/showProblem.ts'

/** Uploads a file to a signed URL. A rejected or interrupted upload is reported as `offline`. */
export async function putFile(url: string, headers: Record<string, string>, body: Blob): Promise<void> {
  const response = await fetch(url, { method: 'PUT', headers, body }).catch(() => undefined)
  if (!response?.ok) throw new ApiProblem('offline', 0, clientSentences.offline)
}
