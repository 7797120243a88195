/**
 * The stage and the connection in a path of the management API: `/_socket/<api>/<stage>/@connections/<id>`, or without
 * the stage if the SDK only knows the gate's endpoint.
 */
export function parseConnectionPath(path: string): { stage?: string; connectionId: string } | undefined {
  const [, stage, id] = /^(?:\/_socket\/([^/]+\/[^/]+))?\/(?:@|%40)connections\/([^/]+)$/.exec(path) ?? []
  return id === undefined ? undefined : { connectionId: decodeURIComponent(id), ...(stage && { stage }) }
}
