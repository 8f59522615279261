import type { ThemeConfig } from 'antd'
import type { Preferences } from '#shared/bridge/commands.ts'

type FontSize = Preferences['fontSize']

/** In pixels, of the base font and of a control. */
const sizes: Readonly<Record<FontSize, { readonly font: number; readonly control: number }>> = {
  standard: { font: 14, control: 32 },
  large: { font: 16, control: 36 },
  extraLarge: { font: 20, control: 44 },
}

export const fontSizeNames: Readonly<Record<FontSize, string>> = { standard: '标准', large: '大', extraLarge: '特大' }

/** The size of the base font, in pixels. */
export function fontPixels(size: FontSize): number {
  return sizes[size].font
}

/** The tokens of `design/screens.md`: a quiet blue, radius 6, greys dark enough to read. */
export function themeOf(size: FontSize): ThemeConfig {
  return {
    // The components' rules come from the library's style sheet; only the tokens below are written as variables at the start.
    // Making the rules in the window cost the login half a second, and every screen that showed a component first some more.
    zeroRuntime: true,
    hashed: false,
    // Each size has variables of its own: a hidden tab is drawn in the new one late, and what it still holds must not rule over what is seen.
    cssVar: { key: `letters-${size}` },
    token: {
      // Nothing moves under the mouse. It is also what keeps an open dialog's input in a hidden tab: a component that
      // animates its appearance starts over, and empty, when its tab comes back.
      motion: false,
      colorPrimary: '#2a67ad',
      colorInfo: '#2a67ad',
      colorLink: '#2a67ad',
      colorPrimaryHover: '#1f5391',
      colorPrimaryActive: '#194678',
      colorLinkHover: '#1f5391',
      colorPrimaryBg: '#e8f0fa',
      colorPrimaryBgHover: '#dbe7f6',
      colorInfoBg: '#eef4fb',
      colorInfoBorder: '#b9d0ea',
      controlItemBgActive: '#e8f0fa',
      controlItemBgActiveHover: '#dbe7f6',
      colorError: '#c8322b',
      colorSuccess: '#2f7d32',
      colorSuccessBg: '#eef7ee',
      colorSuccessBorder: '#b5dab7',
      colorBgLayout: '#f2f4f7',
      colorTextDescription: '#5c6672',
      colorTextTertiary: '#5c6672',
      colorTextPlaceholder: '#6b7480',
      // What cannot be done now is read all the same.
      colorTextDisabled: '#7a838e',
      borderRadius: 6,
      fontSize: sizes[size].font,
      controlHeight: sizes[size].control,
      fontFamily: "'Microsoft YaHei UI', 'Microsoft YaHei', 'PingFang SC', 'Noto Sans CJK SC', 'Source Han Sans SC', sans-serif",
    },
    components: {
      Menu: { itemHeight: sizes[size].control + 8, activeBarBorderWidth: 0 },
      Table: { headerBg: '#f5f7fa' },
      // Nine provinces at once, not six.
      Cascader: { dropdownHeight: sizes[size].control * 7 },
    },
  }
}
