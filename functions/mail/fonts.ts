/** What PDFs that go with mails are written with: files of a package, beside the functions that write them. */
export const fonts = ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'] as const
