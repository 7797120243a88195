/**
 * The fonts of PDF attachments: files of npm packages that are put next to the bundles of the functions that use them. The first two
 * cover European scripts, Arabic and Hebrew; each of the others is only read for a text in its script. Bengali, Gujarati, Gurmukhi, Khmer,
 * Myanmar and Telugu are missing, because fontkit does not shape their Noto fonts correctly, or fails.
 */
export const fontFiles = {
  plain: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  hangul: '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
  han: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
  thai: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  devanagari: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  tamil: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  ethiopic: '@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf',
} as const

export const fonts = Object.values(fontFiles)
