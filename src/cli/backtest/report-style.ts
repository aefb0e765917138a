/** The style of a report: wide tables and plots on a desk, one column on a phone, light or dark as the reader's system is. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1d2530; --soft: #5c6875; --line: #d9dee4; --page: #ffffff; --first: #0b6bcb; --second: #b4530a; --best: #7a8794; --reference: #2f855a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaef; --soft: #9aa6b2; --line: #38424e; --page: #12161b; --first: #6cb2ff; --second: #f2a65a; --best: #8a96a3; --reference: #68c797; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0.5rem 0; }
h2 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
p { margin: 0.4rem 0; }
.small { color: var(--soft); font-size: 0.9rem; margin-top: 1.5rem; }
.verdict { font-weight: 600; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin-top: 1rem; }
th { text-align: left; font-weight: 500; }
thead th { color: var(--soft); font-size: 0.9rem; text-align: right; }
td { text-align: right; white-space: nowrap; }
th, td { padding: 0.25rem 0.4rem; border-bottom: 1px solid var(--line); }
.plot { width: 100%; overflow: hidden; }
.u-legend { font-size: 0.85rem; }
.u-legend th, .u-legend td { border: 0; }
.u-select { background: color-mix(in srgb, var(--first) 20%, transparent); }
`;
