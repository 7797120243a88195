/**
 * Runs in CloudFront before every request for the web: an address inside the app is answered with the app's page.
 * A file has an ending of at most eleven letters; an id in an address has twelve characters after each of its dots.
 */
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const request = event.request
  const name = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  if (!/\.[A-Za-z0-9]{1,11}$/.test(name)) request.uri = '/index.html'
  return request
}
