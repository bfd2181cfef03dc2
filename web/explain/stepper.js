// @ts-check
/** The sections that are gone through step by step, in the order of the page. @type {{section: HTMLElement, go: (to: number) => void, at: () => number, last: number, isOn: () => boolean}[]} */
const steppers = [];

/**
 * Shows one of the articles of a section at a time, with buttons, a slider, keys and swipes to go from one to the next.
 * Without this all of them stand one below the other.
 * @param {Element} element the section
 */
export function stepThrough(element) {
  const section = /** @type {HTMLElement} */ (element);
  const steps = /** @type {HTMLElement[]} */ ([...section.querySelectorAll(":scope > article")]);
  if (steps.length < 2) return;
  const last = steps.length - 1;
  let at = 0;

  const bar = document.createElement("div");
  bar.className = "stepper";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Step through");
  /** @param {string} sign @param {string} word @param {string} label @param {() => void} act */
  const button = (sign, word, label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.setAttribute("aria-label", label);
    made.title = label;
    const name = document.createElement("span");
    name.className = "word";
    name.textContent = word;
    made.append(sign, name);
    made.addEventListener("click", act);
    bar.append(made);
    return made;
  };
  const first = button("«", "", "First (Home)", () => go(0));
  const back = button("‹", " Back", "Back (left arrow)", () => go(at - 1));
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = "0";
  slider.max = String(last);
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => go(Number(slider.value)));
  const count = document.createElement("span");
  count.className = "count";
  bar.append(slider, count);
  const next = button("›", " Next", "Next (right arrow)", () => go(at + 1));
  const end = button("»", "", "Last (End)", () => go(last));
  const all = button("☰", " All", "Show all steps", () => {
    const isOn = section.classList.toggle("stepping");
    all.setAttribute("aria-pressed", String(!isOn));
    if (!isOn) steps[at].scrollIntoView();
  });
  all.setAttribute("aria-pressed", "false");
  // A screen reader says what the new step is while the focus stays on the button.
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  section.prepend(bar, said);

  /** @param {number} to */
  const show = (to) => {
    at = Math.max(0, Math.min(last, to));
    steps.forEach((step, number) => step.classList.toggle("current", number === at));
    slider.value = String(at);
    count.textContent = `${at} / ${last}`;
    slider.setAttribute("aria-valuetext", `${at} of ${last}`);
    for (const made of [first, back]) made.setAttribute("aria-disabled", String(at === 0));
    for (const made of [next, end]) made.setAttribute("aria-disabled", String(at === last));
  };
  /** @param {number} to */
  const go = (to) => {
    if (to < 0 || to > last || (to === at && section.classList.contains("stepping"))) return;
    show(to);
    const step = steps[at];
    said.textContent = `${at} of ${last}: ${step.querySelector("h2")?.textContent ?? ""}`;
    // Where the page has no address of its own, as in a frame, there is nothing to remember.
    try { history.replaceState(null, "", `#${step.id}`); } catch { /* as above */ }
    if (!section.classList.contains("stepping") || step.getBoundingClientRect().top < 0) step.scrollIntoView();
  };
  /** The step that an address or a link names, or -1. @param {string} hash */
  const named = (hash) => steps.findIndex((step) => hash === `#${step.id}`);

  section.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href^="#"]');
    const to = link ? named(link.getAttribute("href") ?? "") : -1;
    if (to >= 0) {
      event.preventDefault();
      go(to);
    }
  });
  window.addEventListener("hashchange", () => {
    if (named(location.hash) >= 0) go(named(location.hash));
  });

  let from = { x: 0, y: 0, isSwipe: false };
  section.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    const isFree = event.touches.length === 1 && event.target !== slider && (window.visualViewport?.scale ?? 1) < 1.05;
    from = { x: touch.clientX, y: touch.clientY, isSwipe: isFree };
  }, { passive: true });
  section.addEventListener("touchend", (event) => {
    const [touch] = event.changedTouches;
    const [right, down] = [touch.clientX - from.x, touch.clientY - from.y];
    if (from.isSwipe && section.classList.contains("stepping") && Math.abs(right) > Math.max(48, 2 * Math.abs(down))) {
      go(right < 0 ? at + 1 : at - 1);
    }
  }, { passive: true });

  linkSteps(section, steps);
  section.classList.add("stepping");
  show(Math.max(0, named(location.hash)));
  if (steppers.length === 0) document.addEventListener("keydown", stepByKey);
  steppers.push({ section, go, at: () => at, last, isOn: () => section.classList.contains("stepping") });
}

/** Arrow keys, Home and End move the section that has the focus, or else the first one in sight. @param {KeyboardEvent} event */
function stepByKey(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target?.closest("input, textarea, select, [contenteditable]")) return;
  const inSight = ({ section }) => section.getBoundingClientRect().bottom > innerHeight / 3;
  const meant = steppers.find(({ section }) => section.contains(target)) ?? steppers.find(inSight);
  if (!meant?.isOn()) return;
  const to = { ArrowLeft: meant.at() - 1, ArrowRight: meant.at() + 1, Home: 0, End: meant.last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  meant.go(to);
}

/** Makes links of the steps that remarks speak of. @param {HTMLElement} section @param {HTMLElement[]} steps */
function linkSteps(section, steps) {
  for (const remark of section.querySelectorAll(".remarks > li")) {
    const parts = (remark.textContent ?? "").split(/(\bsteps? \d+(?:(?:, | and )\d+)*)/);
    if (parts.length < 2) continue;
    remark.replaceChildren(...parts.flatMap((part, odd) => odd % 2 === 0 ? [part] : part.split(/(\d+)/).map((word) => {
      const step = steps[Number(word)];
      if (!/^\d+$/.test(word) || !step) return word;
      const link = document.createElement("a");
      link.href = `#${step.id}`;
      link.textContent = word;
      return link;
    })));
  }
}
