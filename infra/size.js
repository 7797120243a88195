/**
 * CloudFront function for viewer requests to the API. A request with an access token of a program is routed to the function that knows
 * these tokens, because the authorizer of API Gateway only knows those of the user pool. A body that is too large is refused here with
 * our own error: Lambda accepts events of 6 MB, and for larger ones API Gateway would respond with status 500. The limits are lower than
 * that because the event is larger than the body: base64 makes bytes a third longer, and JSON can make text six times as long. A body
 * without a content-length is passed on to API Gateway. A trailing slash is removed from the path, because no route of API Gateway can
 * end in one.
 */
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const request = event.request
  const headers = request.headers
  const valueOf = (name) => (headers[name] ? headers[name].value : '')
  const isForm = /^multipart\/form-data\b/i.test(valueOf('content-type'))
  const most = isForm ? 4 * 1024 * 1024 : 512 * 1024
  if (!(Number(valueOf('content-length')) > most)) {
    if (/.\/$/.test(request.uri)) request.uri = request.uri.slice(0, -1)
    if (/^bearer +tlp_/i.test(valueOf('authorization'))) request.uri = `/token${request.uri}`
    return request
  }
  return {
    statusCode: 413,
    statusDescription: 'Content Too Large',
    headers: { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } },
    body: JSON.stringify({ code: 'too_large', message: 'That is too much to send at once.' }),
  }
}
