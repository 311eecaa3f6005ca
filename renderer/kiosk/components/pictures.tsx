import type { ReactNode } from "react";

/** One drawing for each kind of screen; the words beside it say the same, so it is hidden from screen readers. */
function Picture({ name, viewBox = "0 0 520 470", children }: { name: string; viewBox?: string; children: ReactNode }) {
	return (
		<svg className="k-pic" data-picture={name} viewBox={viewBox} aria-hidden="true">
			{children}
		</svg>
	);
}

const Shadow = () => <ellipse className="k-soft" cx="260" cy="392" rx="214" ry="66" strokeDasharray="2 10" />;

/** The reader on the table, seen from above at an angle. */
function ReaderBody({ led }: { led: "on" | "off" }) {
	return (
		<>
			<path className="k-fill" d="M72 318v26q0 10 12 16l160 80q16 8 32 0l160-80q12-6 12-16v-26z" />
			<path className="k-card" d="M84 302l160-80q16-8 32 0l160 80q24 14 0 30l-160 80q-16 8-32 0L84 332q-24-16 0-30z" />
			<circle className={led === "on" ? "k-led" : "k-led--off"} cx="260" cy="424" r="5" />
		</>
	);
}

function Waves() {
	return (
		<g transform="translate(260 317) scale(1 0.5)">
			<path className="k-wave" d="M-26 26a37 37 0 0 1 0-52M26 -26a37 37 0 0 1 0 52" />
			<path className="k-wave k-wave--2" d="M-52 52a74 74 0 0 1 0-104M52 -52a74 74 0 0 1 0 104" />
			<path className="k-wave k-wave--3" d="M-78 78a110 110 0 0 1 0-156M78 -78a110 110 0 0 1 0 156" />
		</g>
	);
}

function Card({ mark }: { mark?: "check" | "again" }) {
	return (
		<g className="k-hover">
			<path className="k-card" d="M128 142l150-75q10-5 20 0l96 48q10 5 0 10l-150 75q-10 5-20 0l-96-48q-10-5 0-10z" />
			<path className="k-line" d="M152 161l163-84" />
			<path className="k-fill" d="M226 158l26-13 20 10-26 13z" />
			<path className="k-soft" d="M284 150l54-27M298 157l32-16" />
			{mark === "check" && (
				<>
					<circle className="k-goodring" cx="392" cy="82" r="40" />
					<path className="k-good k-good--small" d="M374 83l13 13 24-28" />
				</>
			)}
		</g>
	);
}

const Drops = () => <path className="k-soft" d="M122 152v64M234 208v52M400 124v82" strokeDasharray="3 9" />;
const Cable = () => <path className="k-line" d="M438 330c34 10 58 4 66 26s-12 30 6 44" />;

export const TapPicture = () => (
	<Picture name="tap">
		<Shadow />
		<Cable />
		<ReaderBody led="on" />
		<Waves />
		<Card />
		<Drops />
	</Picture>
);

export const ConfirmPicture = () => (
	<Picture name="confirm">
		<Shadow />
		<Cable />
		<ReaderBody led="on" />
		<Card mark="check" />
		<Drops />
	</Picture>
);

export const AgainPicture = () => (
	<Picture name="again">
		<Shadow />
		<Cable />
		<ReaderBody led="on" />
		<Waves />
		<Card />
		<path className="k-wave" d="M64 254c-34-46-22-116 30-146" />
		<path className="k-wave" d="M74 100l24 4-6 24" />
		<path className="k-wave" d="M456 110c34 40 30 96-6 134" />
		<path className="k-wave" d="M474 250l-27-2 3-27" />
	</Picture>
);

/** `isUnplugged`: its cable is out; else it is there and does not work. */
export const ReaderOutPicture = ({ isUnplugged }: { isUnplugged: boolean }) => (
	<Picture name="readerOut" viewBox="0 170 540 320">
		{isUnplugged ? <path className="k-line" d="M430 334c28 6 38 4 46 14" /> : <Cable />}
		<Shadow />
		<ReaderBody led="off" />
		{isUnplugged ? (
			<>
				<path className="k-fill" d="M488 388l16-10 12 18-16 10z" />
				<path className="k-line" d="M510 401c8 10 2 20 8 30" />
				<path className="k-bad" d="M474 352l22 26M496 352l-22 26" />
			</>
		) : (
			<path className="k-bad" d="M216 294l88 46M304 294l-88 46" />
		)}
	</Picture>
);

/** This screen on the left, the agent on the right, and what is between them. */
function Ends({ children }: { children: ReactNode }) {
	return (
		<>
			<rect className="k-card" x="30" y="120" width="150" height="200" rx="12" />
			<path className="k-soft" d="M56 156h98M56 184h98M56 212h62" />
			<path className="k-fill" d="M76 320h58v34h-58z" />
			<path className="k-line" d="M52 354h106" />
			<rect className="k-card" x="350" y="140" width="140" height="64" rx="10" />
			<rect className="k-card" x="350" y="226" width="140" height="64" rx="10" />
			<circle className="k-led--off" cx="374" cy="172" r="7" />
			<circle className="k-led--off" cx="374" cy="258" r="7" />
			<path className="k-soft" d="M400 172h66M400 258h66" />
			<path className="k-line" d="M420 290v34M366 324h108" />
			{children}
		</>
	);
}

export const ConnectingPicture = () => (
	<Picture name="connecting">
		<Ends>
			<g className="k-dots">
				<circle className="k-led" cx="222" cy="220" r="7" />
				<circle className="k-led" cx="252" cy="220" r="7" />
				<circle className="k-led" cx="282" cy="220" r="7" />
				<circle className="k-led" cx="312" cy="220" r="7" />
			</g>
		</Ends>
	</Picture>
);

export const LinkOutPicture = () => (
	<Picture name="linkOut">
		<Ends>
			<path className="k-line" d="M198 220h36M298 220h34" />
			<path className="k-bad" d="M246 200l40 40M286 200l-40 40" />
		</Ends>
	</Picture>
);

export const StoreOutPicture = () => (
	<Picture name="storeOut">
		<path className="k-fill" d="M120 130v210c0 34 63 62 140 62s140-28 140-62V130z" />
		<ellipse className="k-card" cx="260" cy="130" rx="140" ry="56" />
		<path className="k-line" d="M120 200c0 31 63 56 140 56s140-25 140-56M120 270c0 31 63 56 140 56s140-25 140-56" />
		<path className="k-bad" d="M380 60l56 56M436 60l-56 56" />
	</Picture>
);

export const WaitPicture = () => (
	<Picture name="wait">
		<path className="k-card" d="M150 66h220M150 404h220" />
		<path className="k-card" d="M170 66v58c0 60 70 84 90 111 20-27 90-51 90-111V66z" />
		<path className="k-card" d="M170 404v-58c0-60 70-84 90-111 20 27 90 51 90 111v58z" />
		<path className="k-sand" d="M196 130h128c-6 42-48 62-64 84-16-22-58-42-64-84z" />
		<path className="k-sand" d="M184 404c0-46 50-62 76-62s76 16 76 62z" />
		<path className="k-wave k-fall" d="M260 232v108" />
	</Picture>
);

/** `canBegin`: a finger shows what to do. */
export const IdlePicture = ({ canBegin }: { canBegin: boolean }) => (
	<Picture name="idle">
		<rect className="k-card" x="90" y="70" width="340" height="230" rx="16" />
		<path className="k-fill" d="M222 300h76v56h-76z" />
		<path className="k-line" d="M160 356h200" />
		{canBegin ? (
			<>
				<rect className="k-fill" x="176" y="160" width="168" height="62" rx="31" />
				<path className="k-soft" d="M150 112h220M150 136h120" />
				<g className="k-hover">
					<path
						className="k-card"
						d="M292 200c0-20 30-20 30 0v62l42 8c20 4 32 18 30 38l-8 66c-2 22-18 36-40 36h-30c-18 0-32-8-42-24l-38-60c-10-18 12-34 28-20l28 26z"
					/>
					<path className="k-wave" d="M268 214a40 40 0 0 1 78 0" />
				</g>
			</>
		) : (
			<>
				<path className="k-soft" d="M140 150h240M140 186h240M140 222h150" />
				<circle className="k-led" cx="260" cy="284" r="4" />
			</>
		)}
	</Picture>
);

export const PhotoPicture = () => (
	<Picture name="photo">
		<rect className="k-fill" x="60" y="120" width="400" height="260" rx="22" />
		<path className="k-fill" d="M172 120l26-44q4-8 14-8h96q10 0 14 8l26 44z" />
		<circle className="k-card" cx="260" cy="250" r="98" />
		<circle className="k-line" cx="260" cy="250" r="62" />
		<path className="k-wave" d="M226 250a34 34 0 0 1 34-34" />
		<circle className="k-led" cx="414" cy="164" r="9" />
	</Picture>
);

export const CameraOutPicture = () => (
	<Picture name="cameraOut">
		<rect className="k-fill" x="60" y="120" width="400" height="260" rx="22" />
		<path className="k-fill" d="M172 120l26-44q4-8 14-8h96q10 0 14 8l26 44z" />
		<circle className="k-card" cx="260" cy="250" r="98" />
		<path className="k-bad" d="M212 202l96 96M308 202l-96 96" />
		<circle className="k-led--off" cx="414" cy="164" r="9" />
	</Picture>
);

export const DonePicture = () => (
	<Picture name="done">
		<circle className="k-goodring" cx="260" cy="235" r="150" />
		<path className="k-good" d="M190 240l48 48 96-104" />
	</Picture>
);

export const FailedPicture = () => (
	<Picture name="failed">
		<circle className="k-badring" cx="260" cy="235" r="150" />
		<path className="k-bad k-bad--wide" d="M260 150v104M260 306v4" />
	</Picture>
);

export const NoReplyPicture = () => (
	<Picture name="noReply">
		<circle className="k-doubtring" cx="260" cy="235" r="150" strokeDasharray="22 16" />
		<path className="k-doubt" d="M212 196a48 48 0 1 1 70 43c-16 8-22 18-22 36M260 316v4" />
	</Picture>
);

export const SaysPicture = () => (
	<Picture name="says">
		<path className="k-card" d="M70 96h380q20 0 20 20v190q0 20-20 20H240l-84 74v-74H70q-20 0-20-20V116q0-20 20-20z" />
		<path className="k-soft" d="M100 162h320M100 210h320M100 258h200" />
	</Picture>
);
