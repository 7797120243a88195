/**
 * CloudFront function for viewer requests to the web: a path that is not a file's is answered with the page of the app. A file has an
 * extension of at most eleven characters; in an id, each dot is followed by twelve characters.
 */
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const request = event.request
  const name = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (!/\.[A-Za-z0-9]{1,11}$/.test(name)) request.uri = '/index.html'
  return request
}
