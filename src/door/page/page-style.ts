/** Made for a phone: one column, large places to press, light and dark as the phone has it. */
export const pageStyle = `:root{color-scheme:light dark;--ground:#f6f6f4;--paper:#fff;--ink:#1c1c1a;--faint:#5c5c56;--line:#d9d9d2;--act:#0b57a4;--onact:#fff;--stop:#a3180f;--need:#8a4b00}
@media (prefers-color-scheme:dark){:root{--ground:#131312;--paper:#1e1e1c;--ink:#ecece6;--faint:#a9a9a0;--line:#3a3a36;--act:#8ebfff;--onact:#0a1a2c;--stop:#ff9d94;--need:#ffc46b}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:44rem;margin:0 auto;padding:.75rem 1rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between}
nav{display:flex;flex-wrap:wrap;gap:0 1rem}nav a{padding:.6rem 0}nav a[aria-current]{color:inherit;font-weight:600;text-decoration:none}
h1{font-size:1.25rem;margin:.25rem 0 .75rem}h2{font-size:1.05rem;margin:1.25rem 0 .5rem}
a{color:var(--act)}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:.75rem .9rem;margin:0 0 .75rem}
.need{border-left:.3rem solid var(--need)}.need>h2{margin-top:0}.card>h2{margin-top:0}
dl{margin:0;display:grid;grid-template-columns:minmax(5.5rem,auto) 1fr;gap:.3rem .8rem}
dt{color:var(--faint)}dd{margin:0;white-space:pre-wrap;min-width:0}
.code{font:700 2rem/1.2 ui-monospace,monospace;letter-spacing:.2em}
.word{font:700 1.4rem/1.3 ui-monospace,monospace;user-select:all}h3{font-size:1rem;margin:.75rem 0 .25rem}
.faint{color:var(--faint);font-size:.9rem}
.alert{border-left:.3rem solid var(--stop)}
#live{max-width:44rem;margin:0 auto;padding:.6rem 1rem;border-left:.3rem solid var(--need);background:var(--paper)}#live:empty{display:none}#push{max-width:44rem;margin:0 auto;padding:0 1rem}[hidden]{display:none}
label{display:block;margin:.5rem 0 .2rem}
input[type=text],select{width:100%;font:inherit;padding:.6rem;border:1px solid var(--faint);border-radius:.4rem;background:var(--ground);color:inherit}
button,.button{display:block;width:100%;min-height:3rem;margin:.6rem 0 0;padding:.6rem 1rem;font:600 1rem/1.4 system-ui,sans-serif;border:1px solid var(--act);border-radius:.5rem;background:var(--act);color:var(--onact);text-align:center;text-decoration:none;cursor:pointer}a.button{margin:0 0 .75rem}
button.stop{background:transparent;border-color:var(--stop);color:var(--stop)}
button.quiet{width:auto;min-height:2.5rem;margin:0;background:transparent;border-color:var(--line);color:inherit;font-weight:400}
summary{min-height:2.75rem;padding:.5rem 0;cursor:pointer}
textarea{width:100%;min-height:8rem;font:.85rem/1.4 ui-monospace,monospace;background:var(--ground);color:inherit;border:1px solid var(--faint);border-radius:.4rem;padding:.5rem}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
`;
