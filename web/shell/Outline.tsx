/** The shape of a screen that is still being loaded; the same as in index.html, and the mark for who has to sign in. */
export const Outline = () => (
  <div className="outline" aria-hidden="true" data-skeleton="">
    <i />
    <i />
    <i />
  </div>
)
