/**
 * The stage and the connection that a path of the management API is about: `/_socket/<api>/<stage>/@connections/<id>`, or
 * without the stage where the SDK was told of no endpoint but the gate's.
 */
export function calledAt(path: string): { stage?: string; connectionId: string } | undefined {
  const [, stage, id] = /^(?:\/_socket\/([^/]+\/[^/]+))?\/(?:@|%40)connections\/([^/]+)$/.exec(path) ?? []
  return id === undefined ? undefined : { connectionId: decodeURIComponent(id), ...(stage && { stage }) }
}
