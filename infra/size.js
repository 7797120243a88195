/**
 * Runs in CloudFront before every request for the API: what is asked by an access token is led to the function that knows
 * those, for the gateway knows the tokens of the user pool alone. More than a function can be handed is refused here, in our own words;
 * Lambda takes 6 MB, and beyond it the gateway would call it an error of ours. Bytes grow by a third on their way, text that
 * has to be escaped up to sixfold. A body that does not say how long it is gets as far as the gateway. The gateway takes no
 * route that ends in a slash, so one at the end of an address is left out.
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
